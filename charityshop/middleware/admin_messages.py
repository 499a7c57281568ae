"""Django's messages, for the admin site alone."""

from typing import cast

from django.contrib.messages.middleware import MessageMiddleware
from django.http import HttpRequest, HttpResponseBase


class ConsoleMessages(MessageMiddleware):
    """Django's words that wait for the next page. The operators' console alone has any."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith("/admin-console"):
            return cast(HttpResponseBase, super().__call__(request))  # Django has an asynchronous way too
        return cast(HttpResponseBase, self.get_response(request))
