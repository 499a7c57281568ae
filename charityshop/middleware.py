"""What stands in front of every request: proxies, what may be kept, the origin rule, and JSON for API failures."""

import ipaddress
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.messages.middleware import MessageMiddleware
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

from charityshop.errors import AWAY, DomainError, database_is_away, domain_body, is_api, plain_answer
from charityshop.views import busy

GetResponse = Callable[[HttpRequest], HttpResponseBase]
SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
WEBHOOK_PATHS = ("/api/webhooks/paypal", "/api/webhooks/paypal/")  # signed by PayPal instead


FROM_PROXIES = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_X_REQUEST_ID")


class TrustedProxies:
    """Believes X-Forwarded-For and -Proto from the proxies named in TRUSTED_PROXIES, and from nobody else."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        try:
            self.networks = [ipaddress.ip_network(name) for name in settings.TRUSTED_PROXIES]
        except ValueError as error:
            raise ImproperlyConfigured(f"TRUSTED_PROXIES has to list addresses or networks: {error}.") from None

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        peer = request.META.get("REMOTE_ADDR", "")
        if self.trusts(peer):
            hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
            request.META["REMOTE_ADDR"] = next((hop for hop in reversed(hops) if not self.trusts(hop)), peer)
        else:
            for name in FROM_PROXIES:
                request.META.pop(name, None)
        return self.get_response(request)

    def trusts(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self.networks)


class PrivateAnswers:
    """Nobody on the way keeps what the API answers, but for reads that are the same for everybody and say so."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if is_api(request) and not self.says_for_itself(request, response):
            response["Cache-Control"] = "private, no-store"
        return response

    def says_for_itself(self, request: HttpRequest, response: HttpResponseBase) -> bool:
        return request.method in SAFE and response.status_code < 400 and response.has_header("Cache-Control")


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


class KnownMethods:
    """Refuses TRACE, CONNECT and made-up methods, wherever they are sent: no page or call has a use for them."""

    METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method in self.METHODS:
            return self.get_response(request)
        answer = plain_answer("That cannot be done here.", "method_not_allowed", 405)
        answer["Allow"] = ", ".join(self.METHODS)
        return answer


class SameOriginPosts:
    """Refuses what another site's page sends: every unsafe API call but the webhook, which carries a signature.

    A browser says where a call comes from by Origin or Sec-Fetch-Site; a plain HTTP client says neither and has no
    cookies of somebody else to misuse.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if self.guards(request) and not self.comes_from_here(request):
            return plain_answer("That request came from another site.", "cross_origin", 403)
        return self.get_response(request)

    def guards(self, request: HttpRequest) -> bool:
        return request.method not in SAFE and is_api(request) and request.path not in WEBHOOK_PATHS

    def comes_from_here(self, request: HttpRequest) -> bool:
        origin = request.headers.get("Origin")
        if origin is not None:
            return origin in (settings.SITE_URL, *settings.CORS_ALLOWED_ORIGINS) or self.is_this_host(request, origin)
        return request.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")

    def is_this_host(self, request: HttpRequest, origin: str) -> bool:
        """The address this very request was sent to; ALLOWED_HOSTS has the say on which those can be."""
        return origin == f"{'https' if request.is_secure() else 'http'}://{request.get_host()}" and bool(
            urlsplit(origin).netloc
        )


class ConsoleMessages(MessageMiddleware):
    """Django's words that wait for the next page. The operators' console alone has any."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith("/admin-console"):
            return cast(HttpResponseBase, super().__call__(request))  # Django has an asynchronous way too
        return cast(HttpResponseBase, self.get_response(request))


class JsonErrors:
    """Under /api no failure answers an HTML page: a lost database is a 503, and every refusal has a message."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if isinstance(response, HttpResponse) and response.status_code >= 400 and is_api(request) and is_html(response):
            message, code = WORDS.get(response.status_code, DEFAULT_WORDS)
            response.content = plain_answer(message, code, response.status_code).content  # its headers stay
            response["Content-Type"] = "application/json"
            response["Content-Length"] = str(len(response.content))
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, AWAY) and not is_api(request):
            return busy(request, exception)
        error = database_is_away(exception) if isinstance(exception, AWAY) else exception
        if not isinstance(error, DomainError):
            return None
        answer = JsonResponse(domain_body(error), status=error.status)
        if error.retry_after is not None:
            answer["Retry-After"] = str(error.retry_after)
        return answer


DEFAULT_WORDS = ("Something broke on our side. Try again in a minute.", "server_error")
WORDS = {
    400: ("The request is not readable.", "malformed"),
    403: ("That is not allowed.", "forbidden"),
    404: ("There is nothing here by that name.", "not_found"),
    405: ("That cannot be done here.", "method_not_allowed"),
    413: ("That is too large.", "too_large"),
}


def is_html(response: HttpResponseBase) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")
