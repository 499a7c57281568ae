"""Answers that no client expects: not JSON, JSON of another shape, or the right shape with fields of another type."""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from paypal_simulator.messages import Answer, page_answer
from paypal_simulator.records.store import Json

DEPTH = 10_000
ERROR_PAGE = "<!doctype html><html><head><title>Service Unavailable</title></head><body><h1>Sorry</h1></body></html>"
DEEP = "[" * DEPTH + "]" * DEPTH
WHOLE = {
    "empty": b"",
    "text": b"upstream request timeout",
    "list": b"[]",
    "string": b'"COMPLETED"',
    "null": b"null",
    "number": b"42",
    "not_utf8": b'{"id": "\xff\xfe"}',
    "nan": b'{"id": NaN, "status": Infinity}',
    "nested": f'{{"id": {DEEP}, "details": {DEEP}}}'.encode(),
    "nested_list": DEEP.encode(),
}
ODD_LINE = "0DDL1NE0000000000"
ISSUE = "PREVIOUS_REQUEST_IN_PROGRESS"
DETAILS: dict[str, Any] = {
    "details_strings": [ISSUE],
    "details_numbers": [409],
    "details_nulls": [None],
    "details_lists": [[{"issue": ISSUE}]],
    "details_object": {"issue": ISSUE},
    "details_string": ISSUE,
    "details_number": 409,
    "issue_number": [{"issue": 409, "description": None}],
    "issue_object": [{"issue": {"name": ISSUE}, "description": ["?"]}],
}


def without(name: str) -> Callable[[Json], None]:
    return lambda part: part.pop(name, None) and None


def having(name: str, value: Any) -> Callable[[Json], None]:
    return lambda part: part.__setitem__(name, value) if name in part else None


def put_odd_line(part: Json) -> None:
    """Put a line before the others of a transaction list that has no amount."""
    if "transaction_details" in part:
        part["transaction_details"].insert(0, {"transaction_info": {"transaction_id": ODD_LINE}})


# What is changed in the answer itself and in each purchase unit, capture and refund in it.
CHANGES: dict[str, Callable[[Json], None]] = {
    "amount_null": having("amount", None),
    "amount_text": having("amount", "10.00"),
    "amount_number": having("amount", {"currency_code": "USD", "value": 10.5}),
    "amount_nonsense": having("amount", {"currency_code": "USD", "value": "ten"}),
    "no_amount": without("amount"),
    "no_status": without("status"),
    "status_null": having("status", None),
    "status_number": having("status", 1),
    "status_unknown": having("status", "TRANSMOGRIFIED"),
    "no_id": without("id"),
    "id_number": having("id", 17),
    "units_null": having("purchase_units", None),
    "units_object": having("purchase_units", {}),
    "units_empty": having("purchase_units", []),
    "payments_null": having("payments", None),
    "captures_object": having("captures", {}),
    "captures_strings": having("captures", ["COMPLETED"]),
    "links_null": having("links", None),
    "no_payee": without("payee"),
    "another_custom_id": having("custom_id", "ffffffffffffffffffffffff"),
    "odd_line": put_odd_line,
}
BODIES = {"html", "truncated", *WHOLE, *DETAILS, *CHANGES}
NEED_AN_ANSWER = {"truncated", *CHANGES}  # there is nothing to change where a call had no effect


def odd_answer(kind: str, answer: Answer, status: int | None) -> Answer:
    """Return `answer` with a body of this kind. Error details come with 422 unless `status` says otherwise."""
    if kind in DETAILS:
        error = {"name": "UNPROCESSABLE_ENTITY", "message": "?", "debug_id": "f0", "details": DETAILS[kind]}
        return replace(answer, status=status or 422, body=json.dumps(error).encode())
    given = status or answer.status
    if kind == "html":
        return page_answer(given, ERROR_PAGE)
    if kind == "truncated":
        return replace(answer, status=given, body=answer.body[: len(answer.body) // 2])
    if kind in WHOLE:
        return replace(answer, status=given, body=WHOLE[kind])
    return replace(answer, status=given, body=changed(kind, answer.body))


def changed(kind: str, body: bytes) -> bytes:
    shown = copy.deepcopy(json.loads(body))
    for part in parts_of(shown):
        CHANGES[kind](part)
    return json.dumps(shown).encode()


def parts_of(shown: Any) -> list[Json]:
    """The deepest first, so that a part can be taken out of another without being missed."""
    if isinstance(shown, list):
        return [part for item in shown for part in parts_of(item)]
    if not isinstance(shown, dict):
        return []
    inner = [
        part for name in ("purchase_units", "payments", "captures", "refunds") for part in parts_of(shown.get(name))
    ]
    return [*inner, shown]
