"""Reject API calls over plain HTTP. Django redirects pages to HTTPS (SECURE_SSL_REDIRECT)."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from charityshop.api.responses import error_response, is_api
from charityshop.middleware.types import GetResponse


class RequireHttpsForApi:
    """Reject API calls over plain HTTP instead of redirecting them.

    With a redirect, a misconfigured client would seem to work while sending its cookie unencrypted each time.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.SECURE_SSL_REDIRECT and is_api(request) and not request.is_secure():
            return error_response("This is available over HTTPS only.", "https_only", 403)
        return self.get_response(request)
