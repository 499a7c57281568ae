"""Refuse requests that no client of the shop sends."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from charityshop.api.responses import domain_json_response, error_response, is_api
from charityshop.exceptions import BadRequest
from charityshop.security.origins import comes_from_this_site
from charityshop.views import bad_request, not_found

NUL = "\0"
FEEDS = (".ics", ".rss")
SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
WEBHOOK_PATHS = ("/api/webhooks/paypal", "/api/webhooks/paypal/")  # signed by PayPal instead


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
        if self.applies_to(request) and not comes_from_this_site(request):
            return error_response("This request came from another site.", "cross_origin", 403)
        return None

    def applies_to(self, request: HttpRequest) -> bool:
        return request.method not in SAFE and is_api(request) and request.path not in WEBHOOK_PATHS


class BodyLimit(MiddlewareMixin):
    """Reject bodies over MAX_BODY_BYTES with 413, and chunked bodies, which Django would read as empty, with 411."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if "HTTP_TRANSFER_ENCODING" in request.META:
            return error_response("Send a Content-Length header.", "length_required", 411)
        length = str(request.META.get("CONTENT_LENGTH", ""))
        if length.isdecimal() and int(length) > settings.MAX_BODY_BYTES:
            return error_response("The request is too large.", "too_large", 413)
        return None
