"""What stands in front of every request: proxies, what may be kept, the origin rule, and JSON for API failures."""

import ipaddress
from collections.abc import Callable
from typing import cast

from django.conf import settings
from django.contrib.messages.middleware import MessageMiddleware
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.cache import patch_cache_control

from charityshop.errors import AWAY, BadRequest, DomainError, database_is_away, domain_body, is_api, plain_answer
from charityshop.origins import comes_from_this_site
from charityshop.views import bad_request, busy, not_found

GetResponse = Callable[[HttpRequest], HttpResponseBase]
NUL = "\0"
FEEDS = (".ics", ".rss")
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
        elif is_api(request) and settings.SESSION_COOKIE_NAME in request.COOKIES and not is_public(response):
            patch_cache_control(response, private=True)  # staff read drafts at the addresses of public events
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


class RefuseNul:
    """Refuses a NUL character in the path (404), the query or a header (400).

    PostgreSQL can neither store it nor compare with it. In JSON, charityshop.parsers refuses it; in forms, Django does.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if NUL in request.path:
            return not_found(request, Http404())
        query = request.META.get("QUERY_STRING", "")
        headers = (value for name, value in request.META.items() if name.startswith("HTTP_"))
        if NUL in query or "%00" in query or any(NUL in value for value in headers):
            return self.refuse(request)
        return self.get_response(request)

    def refuse(self, request: HttpRequest) -> HttpResponse:
        """JSON for the API and the feeds, with the parameters that hold the NUL; a page for everything else."""
        if not is_api(request) and not request.path.endswith(FEEDS):
            return bad_request(request)
        parameters = [name for name, values in request.GET.lists() if NUL in "".join(values)]
        errors = {name.replace(NUL, ""): ["Leave out the NUL character."] for name in parameters}
        refusal = BadRequest("The request is not readable.", code="malformed", **({"errors": errors} if errors else {}))
        return JsonResponse(domain_body(refusal), status=refusal.status)


class SameOriginPosts:
    """Refuse what another site's page sends: every unsafe API call but the webhook, which carries a signature."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if self.guards(request) and not comes_from_this_site(request):
            return plain_answer("That request came from another site.", "cross_origin", 403)
        return self.get_response(request)

    def guards(self, request: HttpRequest) -> bool:
        return request.method not in SAFE and is_api(request) and request.path not in WEBHOOK_PATHS


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


def is_public(response: HttpResponseBase) -> bool:
    return "public" in response.headers.get("Cache-Control", "")


def is_html(response: HttpResponseBase) -> bool:
    return response.headers.get("Content-Type", "").startswith("text/html")
