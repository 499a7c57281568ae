"""Response bodies that no client expects: not JSON, or JSON with missing or invalid fields."""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from paypal_simulator.messages import Response, html_response
from paypal_simulator.records.store import Json

DEPTH = 10_000
ERROR_PAGE = "<!doctype html><html><head><title>Service Unavailable</title></head><body><h1>Sorry</h1></body></html>"
DEEP = "[" * DEPTH + "]" * DEPTH
WHOLE = {
    "empty": b"",
    "text": b"upstream request timeout",
    "nested": f'{{"id": {DEEP}, "details": {DEEP}}}'.encode(),
}
ODD_LINE = "0DDL1NE0000000000"
ISSUE = "PREVIOUS_REQUEST_IN_PROGRESS"
DETAILS: dict[str, Any] = {
    "details_strings": [ISSUE],
    "details_numbers": [409],
    "details_object": {"issue": ISSUE},
    "details_number": 409,
}


def remove_field(name: str) -> Callable[[Json], None]:
    return lambda part: part.pop(name, None) and None


def set_field(name: str, value: Any) -> Callable[[Json], None]:
    return lambda part: part.__setitem__(name, value) if name in part else None


def insert_odd_line(part: Json) -> None:
    """Insert a transaction without an amount at the beginning of a transaction list."""
    if "transaction_details" in part:
        part["transaction_details"].insert(0, {"transaction_info": {"transaction_id": ODD_LINE}})


# Changes applied to the response, and to each purchase unit, capture and refund in it.
CHANGES: dict[str, Callable[[Json], None]] = {
    "no_amount": remove_field("amount"),
    "status_null": set_field("status", None),
    "status_unknown": set_field("status", "TRANSMOGRIFIED"),
    "payments_null": set_field("payments", None),
    "no_payee": remove_field("payee"),
    "another_custom_id": set_field("custom_id", "ffffffffffffffffffffffff"),
    "odd_line": insert_odd_line,
}
BODIES = {"html", "truncated", *WHOLE, *DETAILS, *CHANGES}
NEED_A_RESPONSE = {"truncated", *CHANGES}  # a call without effect has no response to change


def odd_response(kind: str, response: Response, status: int | None) -> Response:
    """Return `response` with a body of this kind. Error details have status 422 unless `status` is given."""
    if kind in DETAILS:
        error = {"name": "UNPROCESSABLE_ENTITY", "message": "?", "debug_id": "f0", "details": DETAILS[kind]}
        return replace(response, status=status or 422, body=json.dumps(error).encode())
    given = status or response.status
    if kind == "html":
        return html_response(given, ERROR_PAGE)
    if kind == "truncated":
        return replace(response, status=given, body=response.body[: len(response.body) // 2])
    if kind in WHOLE:
        return replace(response, status=given, body=WHOLE[kind])
    return replace(response, status=given, body=change(kind, response.body))


def change(kind: str, body: bytes) -> bytes:
    shown = copy.deepcopy(json.loads(body))
    for part in list_parts(shown):
        CHANGES[kind](part)
    return json.dumps(shown).encode()


def list_parts(shown: Any) -> list[Json]:
    """List a response's parts, the innermost first, so that removing a part hides no other."""
    if isinstance(shown, list):
        return [part for item in shown for part in list_parts(item)]
    if not isinstance(shown, dict):
        return []
    inner = [
        part for name in ("purchase_units", "payments", "captures", "refunds") for part in list_parts(shown.get(name))
    ]
    return [*inner, shown]
