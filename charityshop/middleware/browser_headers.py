"""What every answer carries, whichever part of the shop it comes from: its request's name, and rules for browsers."""

import re
import secrets

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from charityshop.api.responses import is_api
from charityshop.middleware.json_errors import is_html
from charityshop.middleware.types import GetResponse
from charityshop.observability.log_format import REQUEST_ID


class RequestIds:
    """Each request has a name: in every log line that it causes, and in its answer's X-Request-ID.

    A trusted proxy's name for it is kept, so that one word finds it in both logs.
    """

    FORM = re.compile(r"[A-Za-z0-9._-]{8,64}")

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        sent = request.META.get("HTTP_X_REQUEST_ID", "")
        name = sent if self.FORM.fullmatch(sent) else secrets.token_hex(8)
        before = REQUEST_ID.set(name)
        try:
            response = self.get_response(request)
        finally:
            REQUEST_ID.reset(before)
        response["X-Request-ID"] = name
        return response


class PagePolicy(CSPMiddleware):
    """The policy of pages that bring none. What the API answers gets a shorter one below: none is written for it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if HEADER in response or (is_api(request) and not is_html(response)):
            return response
        return super().process_response(request, response)


class BrowserRules:
    """What browsers are told with every answer, beyond what Django and django-csp say."""

    # The shop asks for none of these; a script that got in should not be able to ask either. Names that browsers don't
    # know are warned of at every page.
    UNUSED = (
        "accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope", "hid",
        "idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "screen-wake-lock", "serial", "usb",
        "window-management", "xr-spatial-tracking",
    )  # fmt: skip
    PERMISSIONS = ", ".join(f"{name}=()" for name in UNUSED)

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response["Permissions-Policy"] = self.PERMISSIONS
        if not request.path.startswith(settings.STATIC_URL):
            response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if is_api(request) and not is_html(response):
            response["Content-Security-Policy"] = settings.DATA_POLICY  # data is never a page
        return response
