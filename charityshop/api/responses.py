"""JSON responses of the API outside DRF's views, and the body of its errors."""

from collections.abc import Callable, Iterable, Mapping

from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework import status
from rest_framework.exceptions import APIException, NotAuthenticated, NotFound, Throttled, ValidationError

from charityshop.exceptions import DomainError

GetResponse = Callable[[HttpRequest], HttpResponseBase]  # what middleware calls


def domain_body(error: DomainError) -> dict[str, object]:
    code = {"code": error.code} if error.code else {}
    return {"message": error.message, **code, **error.details}


def body_of(exc: Exception, data: object) -> dict[str, object]:
    body: dict[str, object] = {"message": first_message(data) or "Something went wrong. Try again."}
    if isinstance(exc, ValidationError):
        body["errors"] = field_errors(data)
        body["code"] = "invalid"
    elif isinstance(exc, NotAuthenticated):
        body = {"message": "Please sign in.", "code": "not_signed_in"}
    elif isinstance(exc, Http404 | NotFound):
        body = {"message": "Not found.", "code": "not_found"}
    elif isinstance(exc, Throttled):
        body["code"] = "throttled"
    elif isinstance(exc, APIException):
        body["code"] = str(exc.default_code)
    return body


def first_message(data: object) -> str:
    """Return the first message in DRF's nested errors, depth first."""
    if isinstance(data, str):
        return str(data)
    children: Iterable[object] = data.values() if isinstance(data, Mapping) else data if isinstance(data, list) else ()
    return next((found for child in children if (found := first_message(child))), "")


def field_errors(data: object, path: str = "") -> dict[str, list[str]]:
    """Flatten DRF's nested errors: {"orderItems.0.bookings": ["…"]}. Non-field errors have the key ""."""
    if isinstance(data, str):
        return {path: [str(data)]}
    pairs = data.items() if isinstance(data, Mapping) else enumerate(data) if isinstance(data, list) else ()
    flat: dict[str, list[str]] = {}
    for key, child in pairs:
        within = path if isinstance(child, str) and isinstance(key, int) else joined(path, str(key))
        for name, messages in field_errors(child, within).items():
            flat.setdefault(name, []).extend(messages)
    return flat


def joined(path: str, key: str) -> str:
    key = "" if key == "non_field_errors" else key
    return f"{path}.{key}" if path and key else path or key


def domain_json_response(error: DomainError) -> JsonResponse:
    headers = {"Retry-After": str(error.retry_after)} if error.retry_after is not None else {}
    return JsonResponse(domain_body(error), status=error.status, headers=headers)


def error_response(message: str, code: str, http_status: int) -> JsonResponse:
    """Return an error in the API's format for failures outside DRF: unknown paths, bad hosts, crashes."""
    return JsonResponse({"message": message, "code": code}, status=http_status)


def is_api(request: HttpRequest) -> bool:
    return request.path == "/api" or request.path.startswith("/api/")


@csrf_exempt  # charityshop.middleware protects all API paths
def api_not_found(request: HttpRequest, *args: object, **kwargs: object) -> JsonResponse:
    return error_response("Not found.", "not_found", status.HTTP_404_NOT_FOUND)
