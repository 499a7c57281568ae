"""Headers: those that proxies add to requests, and the request ID, security and caching of responses."""

import ipaddress
import re
import secrets
from collections.abc import Sequence

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin

from charityshop.api.responses import GetResponse, is_api
from charityshop.middleware.json_errors import is_html
from charityshop.middleware.refusals import SAFE
from charityshop.observability.log_format import REQUEST_ID
from charityshop.security.origins import IPAddress, parse_address

FROM_PROXIES = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_X_REQUEST_ID")


class TrustedProxies:
    """Set REMOTE_ADDR from X-Forwarded-For for proxies in TRUSTED_PROXIES; drop such headers from other peers.

    The client is the last hop that is no trusted proxy. It stays the proxy itself if that hop is not an IP address,
    because a client that may choose a text would be a new client with each one.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        try:
            self.networks = [ipaddress.ip_network(name) for name in settings.TRUSTED_PROXIES]
        except ValueError as error:
            raise ImproperlyConfigured(f"TRUSTED_PROXIES has to list addresses or networks: {error}.") from None

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if self.trusts(parse_address(request.META.get("REMOTE_ADDR", ""))):
            hops = [hop for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
            addresses = (parse_address(hop) for hop in reversed(hops))
            if client := next((address for address in addresses if not self.trusts(address)), None):
                request.META["REMOTE_ADDR"] = str(client)
        else:
            for name in FROM_PROXIES:
                request.META.pop(name, None)
        return self.get_response(request)

    def trusts(self, address: IPAddress | None) -> bool:
        return address is not None and any(address in network for network in self.networks)


class RequestIds:
    """Give each request an ID, added to its log lines and to the X-Request-ID response header.

    An ID from a trusted proxy is reused, so that both logs can be searched for it.
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


class ContentSecurityPolicy(CSPMiddleware):
    """Set the default Content-Security-Policy. API responses get a shorter one from SecurityHeaders."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if HEADER in response or (is_api(request) and not is_html(response)):
            return response
        return super().process_response(request, response)


class SecurityHeaders:
    """Set security headers that Django and django-csp don't set."""

    # Features denied to injected scripts too, except to pages that use them. Browsers log a warning for unknown names.
    RESTRICTED = (
        "accelerometer",
        "autoplay",
        "browsing-topics",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "hid",
        "idle-detection",
        "local-fonts",
        "magnetometer",
        "microphone",
        "midi",
        "screen-wake-lock",
        "serial",
        "usb",
        "window-management",
        "xr-spatial-tracking",
    )

    ON_ALL_PAGES = ("screen-wake-lock",)  # the full screen with a ticket's code can be opened from every page

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.permissions = self.permissions_policy()

    @classmethod
    def permissions_policy(cls, *, allowed: Sequence[str] = ()) -> str:
        """Return a Permissions-Policy that denies the restricted features, except those `allowed` for a page itself."""
        used = (*cls.ON_ALL_PAGES, *allowed)
        return ", ".join(f"{name}=(self)" if name in used else f"{name}=()" for name in cls.RESTRICTED)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", self.permissions)
        if not request.path.startswith(settings.STATIC_URL):
            response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if is_api(request) and not is_html(response):
            response["Content-Security-Policy"] = settings.DATA_POLICY  # data is never a page
        return response


class PrivateResponses(MiddlewareMixin):
    """Mark API responses as not cacheable unless the view sets Cache-Control."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if is_api(request) and not self.allows_caching(request, response):
            response["Cache-Control"] = "private, no-store"
        elif is_api(request) and settings.SESSION_COOKIE_NAME in request.COOKIES and not is_public(response):
            patch_cache_control(response, private=True)  # for staff, the URLs of public events may return drafts
        return response

    def allows_caching(self, request: HttpRequest, response: HttpResponseBase) -> bool:
        return request.method in SAFE and response.status_code < 400 and response.has_header("Cache-Control")


def is_public(response: HttpResponseBase) -> bool:
    return "public" in response.headers.get("Cache-Control", "")
