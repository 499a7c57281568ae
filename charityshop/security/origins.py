"""Which requests were caused by one of the shop's own pages."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def comes_from_this_site(request: HttpRequest) -> bool:
    """Whether no other site's page sent this request.

    A browser says where a request comes from by Origin or Sec-Fetch-Site. A plain HTTP client says neither and has no
    cookies of somebody else to misuse.
    """
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin in (settings.SITE_URL, *settings.CORS_ALLOWED_ORIGINS) or is_this_host(request, origin)
    return request.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")


def is_this_host(request: HttpRequest, origin: str) -> bool:
    """The address this very request was sent to; ALLOWED_HOSTS decides which addresses those can be."""
    return origin == f"{'https' if request.is_secure() else 'http'}://{request.get_host()}" and bool(
        urlsplit(origin).netloc
    )
