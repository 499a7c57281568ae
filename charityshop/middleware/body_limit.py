"""Reject request bodies that are too large or have no Content-Length."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from charityshop.api.responses import error_response
from charityshop.middleware.types import GetResponse


class BodyLimit:
    """Reject bodies over MAX_BODY_BYTES with 413, and chunked bodies, which Django would read as empty, with 411."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "HTTP_TRANSFER_ENCODING" in request.META:
            return error_response("Send a Content-Length header.", "length_required", 411)
        length = str(request.META.get("CONTENT_LENGTH", ""))
        if length.isdecimal() and int(length) > settings.MAX_BODY_BYTES:
            return error_response("The request is too large.", "too_large", 413)
        return self.get_response(request)
