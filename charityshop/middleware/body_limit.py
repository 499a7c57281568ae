"""Refuse request bodies that are too large or that state no length."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from charityshop.api.responses import plain_answer
from charityshop.middleware.types import GetResponse


class BodyLimit:
    """Refuse bodies over MAX_BODY_BYTES with 413, and chunked bodies with 411.

    Django reads a body without a Content-Length as empty.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "HTTP_TRANSFER_ENCODING" in request.META:
            return plain_answer("Say how long the request is.", "length_required", 411)
        length = str(request.META.get("CONTENT_LENGTH", ""))
        if length.isdecimal() and int(length) > settings.MAX_BODY_BYTES:
            return plain_answer("That is too large.", "too_large", 413)
        return self.get_response(request)
