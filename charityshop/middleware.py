"""The shop's middleware: headers of requests and responses, errors of the API, and requests that are refused."""

import ipaddress
import re
import secrets
from collections.abc import Sequence

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin

from charityshop.api.responses import GetResponse, domain_json_response, error_response, is_api
from charityshop.exceptions import UNAVAILABLE, BadRequest, DomainError
from charityshop.observability.log_format import REQUEST_ID
from charityshop.security.origins import IPAddress, comes_from_this_site, parse_address
from charityshop.views import bad_request, not_found, unavailable_page

NUL = "\0"
FEEDS = (".ics", ".rss")
SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
WEBHOOK_PATHS = ("/api/webhooks/paypal", "/api/webhooks/paypal/")  # signed by PayPal instead
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
        is_read = request.method in SAFE and response.status_code < 400
        if is_api(request) and not (is_read and response.has_header("Cache-Control")):
            response["Cache-Control"] = "private, no-store"
        elif is_api(request) and settings.SESSION_COOKIE_NAME in request.COOKIES and not is_public(response):
            patch_cache_control(response, private=True)  # for staff, the URLs of public events may return drafts
        return response


def is_public(response: HttpResponseBase) -> bool:
    return "public" in response.headers.get("Cache-Control", "")


# --- Errors of the API, as JSON --------------------------------------------------------------------------------------


class JsonErrors:
    """Return JSON for all errors under /api, with a 503 if the database is unavailable."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if isinstance(response, HttpResponse) and response.status_code >= 400 and is_api(request) and is_html(response):
            message, code = MESSAGES.get(response.status_code, DEFAULT_MESSAGE)
            response.content = error_response(message, code, response.status_code).content  # its headers stay
            response["Content-Type"] = "application/json"
            response["Content-Length"] = str(len(response.content))
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, UNAVAILABLE):
            return unavailable_page(request, exception)
        return domain_json_response(exception) if isinstance(exception, DomainError) else None


DEFAULT_MESSAGE = ("Something broke on our side. Try again in a minute.", "server_error")
MESSAGES = {
    400: ("The request is not readable.", "malformed"),
    403: ("This is not allowed.", "forbidden"),
    404: ("Not found.", "not_found"),
    405: ("This method is not allowed.", "method_not_allowed"),
    413: ("The request is too large.", "too_large"),
}


def is_html(response: HttpResponseBase) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")


# --- Requests that no client of the shop sends -----------------------------------------------------------------------


class RefuseNul(MiddlewareMixin):
    """Reject NUL characters in the path (404), the query string or a header (400).

    Request bodies are checked by charityshop.api.parsers, and forms by Django.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if NUL in request.path:
            return not_found(request, Http404())
        query = request.META.get("QUERY_STRING", "")
        headers = (value for name, value in request.META.items() if name.startswith("HTTP_"))
        if NUL in query or "%00" in query or any(NUL in value for value in headers):
            return self.refuse(request)
        return None

    def refuse(self, request: HttpRequest) -> HttpResponse:
        """Return JSON that names the parameters for the API and the feeds, and an error page otherwise."""
        if not is_api(request) and not request.path.endswith(FEEDS):
            return bad_request(request)
        parameters = [name for name, values in request.GET.lists() if NUL in "".join(values)]
        errors = {name.replace(NUL, ""): ["Leave out the NUL character."] for name in parameters}
        refusal = BadRequest("The request is not readable.", code="malformed", **({"errors": errors} if errors else {}))
        return domain_json_response(refusal)


class RequireHttpsForApi(MiddlewareMixin):
    """Reject API calls over plain HTTP instead of redirecting them.

    With a redirect, a misconfigured client would seem to work while sending its cookie unencrypted each time.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if settings.SECURE_SSL_REDIRECT and is_api(request) and not request.is_secure():
            return error_response("This is available over HTTPS only.", "https_only", 403)
        return None


class KnownMethods(MiddlewareMixin):
    """Reject TRACE, CONNECT and unknown methods on all paths."""

    METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if request.method in self.METHODS:
            return None
        response = error_response("This method is not allowed.", "method_not_allowed", 405)
        response["Allow"] = ", ".join(self.METHODS)
        return response


class SameOriginPosts(MiddlewareMixin):
    """Reject unsafe API calls from other origins, except webhooks, which are signed."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        is_unsafe = request.method not in SAFE and is_api(request) and request.path not in WEBHOOK_PATHS
        if is_unsafe and not comes_from_this_site(request):
            return error_response("This request came from another site.", "cross_origin", 403)
        return None


class BodyLimit(MiddlewareMixin):
    """Reject bodies over MAX_BODY_BYTES with 413, and chunked bodies, which Django would read as empty, with 411."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if "HTTP_TRANSFER_ENCODING" in request.META:
            return error_response("Send a Content-Length header.", "length_required", 411)
        length = str(request.META.get("CONTENT_LENGTH", ""))
        if length.isdecimal() and int(length) > settings.MAX_BODY_BYTES:
            return error_response("The request is too large.", "too_large", 413)
        return None
