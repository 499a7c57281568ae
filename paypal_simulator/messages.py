"""HTTP requests and responses, and PayPal's error bodies."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qs

from paypal_simulator.records.store import Json

Delivery = Literal["normal", "silent", "cut_off", "reset"]


@dataclass(frozen=True, slots=True)
class Request:
    """An HTTP request. Header names are in lower case."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes

    @property
    def content_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    def form(self) -> dict[str, str]:
        """Return the fields of a form-encoded body, with the last value of each."""
        fields = parse_qs(self.body.decode("utf-8", "replace"), keep_blank_values=True)
        return {name: values[-1] for name, values in fields.items()}


@dataclass(frozen=True, slots=True)
class Response:
    """An HTTP response, and how it is delivered: a fault may send nothing, half of it, or reset the connection."""

    status: int
    body: bytes = b""
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    delivery: Delivery = "normal"
    wait: float = 0.0  # seconds before the response, or before the connection is closed without one


def json_response(status: int, body: Any, headers: Mapping[str, str] | None = None) -> Response:
    return Response(status, json.dumps(body).encode(), headers=headers or {})


def html_response(status: int, page: str, headers: Mapping[str, str] | None = None) -> Response:
    return Response(status, page.encode(), "text/html; charset=utf-8", headers=headers or {})


class ApiError(Exception):
    """An error response. `name` and `message` are PayPal's; `details` list the issues with their fields."""

    def __init__(self, status: int, name: str, message: str, details: list[Json] | None = None) -> None:
        super().__init__(f"{status} {name}")
        self.status = status
        self.name = name
        self.message = message
        self.details = details or []
        self.headers: dict[str, str] = {}
        self.links: list[Json] = []

    def to_response(self, debug_id: str) -> Response:
        body: Json = {"name": self.name, "message": self.message, "debug_id": debug_id}
        if self.details:
            body["details"] = self.details
        return json_response(self.status, {**body, "links": self.links or self._documentation()}, self.headers)

    def _documentation(self) -> list[Json]:
        issue = self.details[0].get("issue", "") if self.details else ""
        page = f"https://developer.paypal.com/api/rest/reference/orders/v2/errors/#{issue}".rstrip("#")
        return [{"href": page, "rel": "information_link", "method": "GET"}]


def invalid_request(issue: str, description: str, field_path: str = "", value: object = None) -> ApiError:
    """Return a 400: the request is malformed."""
    detail = _detail(issue, description, field_path, value) | ({"location": "body"} if field_path else {})
    message = "Request is not well-formed, syntactically incorrect, or violates schema."
    return ApiError(400, "INVALID_REQUEST", message, [detail])


def unprocessable(issue: str, description: str, field_path: str = "", value: object = None) -> ApiError:
    """Return a 422: the request is well-formed but refused."""
    message = "The requested action could not be performed, semantically incorrect, or failed business validation."
    return ApiError(422, "UNPROCESSABLE_ENTITY", message, [_detail(issue, description, field_path, value)])


def not_found(
    what: str = "Specified resource ID does not exist. Please check the resource ID and try again.",
) -> ApiError:
    return ApiError(
        404, "RESOURCE_NOT_FOUND", "The specified resource does not exist.", [_detail("INVALID_RESOURCE_ID", what)]
    )


def server_error() -> ApiError:
    return ApiError(500, "INTERNAL_SERVER_ERROR", "An internal server error has occurred.")


def _detail(issue: str, description: str, field_path: str = "", value: object = None) -> Json:
    detail: Json = {"issue": issue, "description": description}
    if field_path:
        detail["field"] = field_path
    if value is not None:
        detail["value"] = str(value)
    return detail
