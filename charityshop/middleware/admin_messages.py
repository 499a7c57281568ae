"""Django's messages, for the admin site alone."""

from typing import cast

from django.contrib.messages.middleware import MessageMiddleware
from django.http import HttpRequest, HttpResponseBase


class ConsoleMessages(MessageMiddleware):
    """Enable django.contrib.messages for the console only; no other page uses it."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith("/admin-console"):
            return cast(HttpResponseBase, super().__call__(request))  # typed as possibly asynchronous
        return cast(HttpResponseBase, self.get_response(request))
