"""Reject NUL characters, which PostgreSQL can neither store nor compare."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

from charityshop.api.responses import domain_body, is_api
from charityshop.exceptions import BadRequest
from charityshop.middleware.types import GetResponse
from charityshop.views import bad_request, not_found

NUL = "\0"
FEEDS = (".ics", ".rss")


class RefuseNul:
    """Reject NUL characters in the path (404), the query string or a header (400).

    Request bodies are checked by charityshop.api.parsers, and forms by Django.
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
        """Return JSON that names the parameters for the API and the feeds, and an error page otherwise."""
        if not is_api(request) and not request.path.endswith(FEEDS):
            return bad_request(request)
        parameters = [name for name, values in request.GET.lists() if NUL in "".join(values)]
        errors = {name.replace(NUL, ""): ["Leave out the NUL character."] for name in parameters}
        refusal = BadRequest("The request is not readable.", code="malformed", **({"errors": errors} if errors else {}))
        return JsonResponse(domain_body(refusal), status=refusal.status)
