"""GET /metrics. The metrics module is imported only if METRICS_TOKEN is set."""

import hmac

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return metrics to clients that send METRICS_TOKEN as a bearer token, and 404 to others."""
    expected = f"Bearer {settings.METRICS_TOKEN}"
    if not settings.METRICS_TOKEN or not hmac.compare_digest(
        request.headers.get("Authorization", "").encode(), expected.encode()
    ):
        raise Http404
    from payments.metrics import export_metrics  # noqa: PLC0415 - see above

    return export_metrics()


urlpatterns = [path("metrics", metrics)]
