"""Redirect pages to https, and refuse API calls over plain http."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from charityshop.api.responses import is_api, plain_answer
from charityshop.middleware.types import GetResponse


class ApiByHttpsAlone:
    """A page asked for in the clear is sent on to https; a call is refused, so that its sender notices.

    Sent on, a program that talks in the clear would seem to work, and whoever listens would read its cookie each time.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.SECURE_SSL_REDIRECT and is_api(request) and not request.is_secure():
            return plain_answer("This is only to be had over https.", "https_only", 403)
        return self.get_response(request)
