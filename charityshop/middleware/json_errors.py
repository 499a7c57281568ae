"""Turn HTML error pages of API calls into JSON."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from charityshop.api.responses import GetResponse, domain_json_response, error_response, is_api
from charityshop.exceptions import UNAVAILABLE, DomainError
from charityshop.views import unavailable_page


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
