"""Reject HTTP methods that nothing uses."""

from django.http import HttpRequest, HttpResponseBase

from charityshop.api.responses import error_response
from charityshop.middleware.types import GetResponse


class KnownMethods:
    """Reject TRACE, CONNECT and unknown methods on all paths."""

    METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method in self.METHODS:
            return self.get_response(request)
        response = error_response("This method is not allowed.", "method_not_allowed", 405)
        response["Allow"] = ", ".join(self.METHODS)
        return response
