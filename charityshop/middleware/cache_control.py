"""Keep API responses out of shared caches unless they allow it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control

from charityshop.api.responses import is_api
from charityshop.middleware.types import GetResponse

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")


class PrivateResponses:
    """Mark API responses as not cacheable unless the view sets Cache-Control."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if is_api(request) and not self.allows_caching(request, response):
            response["Cache-Control"] = "private, no-store"
        elif is_api(request) and settings.SESSION_COOKIE_NAME in request.COOKIES and not is_public(response):
            patch_cache_control(response, private=True)  # for staff, the URLs of public events may return drafts
        return response

    def allows_caching(self, request: HttpRequest, response: HttpResponseBase) -> bool:
        return request.method in SAFE and response.status_code < 400 and response.has_header("Cache-Control")


def is_public(response: HttpResponseBase) -> bool:
    return "public" in response.headers.get("Cache-Control", "")
