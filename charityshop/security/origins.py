"""Detect requests from other sites."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def comes_from_this_site(request: HttpRequest) -> bool:
    """Return whether the request was not sent by another site's page.

    Browsers send Origin or Sec-Fetch-Site. Other HTTP clients send neither, and have no user's cookies to misuse.
    """
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin in (settings.SITE_URL, *settings.CORS_ALLOWED_ORIGINS) or is_this_host(request, origin)
    return request.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")


def is_this_host(request: HttpRequest, origin: str) -> bool:
    """Return whether the origin is the host of this request, which ALLOWED_HOSTS has validated."""
    return origin == f"{'https' if request.is_secure() else 'http'}://{request.get_host()}" and bool(
        urlsplit(origin).netloc
    )
