"""GET /metrics. What counts is loaded where somebody is set to ask for it."""

import hmac

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """For whoever sends METRICS_TOKEN as a bearer token; for everybody else there is nothing here."""
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if not settings.METRICS_TOKEN or not hmac.compare_digest(
        request.headers.get("Authorization", "").encode(), wanted.encode()
    ):
        raise Http404
    from orders.metrics import told  # noqa: PLC0415 - see above

    return told()


urlpatterns = [path("metrics", metrics)]
