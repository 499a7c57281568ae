"""Redirect pages to https, and refuse API calls over plain http."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from charityshop.api.responses import is_api, plain_answer
from charityshop.middleware.types import GetResponse


class ApiByHttpsAlone:
    """Reject API calls over plain HTTP instead of redirecting them.

    With a redirect, a misconfigured client would seem to work while sending its cookie unencrypted each time.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.SECURE_SSL_REDIRECT and is_api(request) and not request.is_secure():
            return plain_answer("This is only to be had over https.", "https_only", 403)
        return self.get_response(request)
