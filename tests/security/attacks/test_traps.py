"""Every call with a body, and every list, refuses malformed input in JSON and never crashes.

The calls come from the API's schema, so new ones are included.
"""

import json
import os
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.db import transaction
from drf_spectacular.generators import SchemaGenerator

from tests.security.access.test_matrix import paypal, simulator, world
from tests.security.access.world import World

__all__ = ["paypal", "simulator", "world"]

SCHEMA = "/api/schema"  # slow, and no list
UNKNOWN_ID, UNKNOWN_MONTH = "0" * 24, "1999-01"
PHONES_CALLS = ("list", "entries", "leave", "sales", "allotment", "drawer")
OF_PHONES = tuple(f"/api/door/{call}" for call in PHONES_CALLS)
BODIES = {
    "cut off": b'{"email": "a',
    "a list": b"[]",
    "a text": b'"x"',
    "null": b"null",
    "deeply nested object": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "deeply nested list": b'{"a":' + b"[" * 10_000 + b"]" * 10_000 + b"}",
    "NaN": b'{"price": NaN}',
    "Infinity": b'{"price": -Infinity}',
    "1e400": b'{"price": 1e400}',
    "5,000 digits": b'{"price": ' + b"9" * 5_000 + b"}",
    "NUL": rb'{"name": "a\u0000b"}',
    "lone surrogate": rb'{"name": "\ud800"}',
    "not UTF-8": b'{"name": "\xff"}',
    "duplicate key": b'{"name": "a", "name": "b"}',
    "too long": b'{"name": "' + b"x" * 2_200_000 + b'"}',
}
EVERY_VALUE = bool(os.environ.get("SECURE_FULL"))  # otherwise each field gets some of them
SOME = 7
VALUES: list[Any] = [
    None, True, -1, 0, 2**31, 2**63, 10**30, -(2**63), 1.5, "", " ", "\u202e", "x" * 20_000, "0000-01-01T00:00:00Z",
    "10000-01-01T00:00:00Z", "2026-02-30", "2026-11-20T25:00:00Z", "2026-11-20T19:00:00+99:00", "NaN", "1e400",
    [], [None], [[]], [{}], {}, {"qty": 10**300}, {"qty": 2**63}, {"$ne": None}, {"__proto__": {}}, ["x"] * 500,
]  # fmt: skip
IDS = ("0", "x" * 24, "9" * 300, "%00", "..%2f..%2fetc", "0" * 23 + "G", "0" * 24 + "%0a", "%F0%9F%92%A5", "-1")
QUERIES = [
    "pageNumber=-1", "pageNumber=0", "pageNumber=abc", "pageNumber=1e3", "pageNumber=" + "9" * 31, "pageNumber=%D9%A1",
    "sortField=password", "sortField=__class__", "sortField=user__password", "sortOrder=down", "sortField=%00",
    "limit=-1", "limit=" + "9" * 30, "start=0000-01-01", "end=10000-01-01", "start=2026-11-20T19:00:00+99:99",
    "from=%ff", "to=x", "weekday=7", "weekday=-1", "status=nothing", "view=nothing", "keyword=%00", "category=%00",
    "keyword=" + "x" * 3000, "productId=%00", "eventStartTime=x", "a=" + "&a=" * 300, "%", "&&&=&",
]  # fmt: skip


@cache
def generate_schema() -> dict[str, Any]:
    return dict(SchemaGenerator().get_schema(request=None, public=True))  # type: ignore[no-untyped-call]


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in generate_schema()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def addresses(path: str, world: World) -> list[str]:
    """Return the path with an existing ID, if the path says of what, and with an unknown one."""
    names = {"users": "user", "products": "event", "orders": "held", "bookings": "pending", "sessions": "session"}
    resource = path.split("/")[3] if path.startswith("/api/users/sessions") else path.split("/")[2]
    known = world.ids.get(names.get(resource, ""), UNKNOWN_ID)
    both = ((known, world.ids["ledger_month"]), (UNKNOWN_ID, UNKNOWN_MONTH))
    others = {"capture_id": "CAPTURE1", "paypal_id": "W1", "alert": "A1", "year": world.ids["ledger_year"]}
    return sorted({path.format(public_id=name, token=name, month=month, **others) for name, month in both})


def call(world: World, method: str, path: str, body: bytes, kind: str = "application/json") -> Any:
    """Make a call as staff, who may do most, or as a phone at the door, and roll back its changes."""
    client = world.client("till" if path.startswith(OF_PHONES) else "admin")
    with transaction.atomic():
        answer = client.generic(method, path, body, content_type=kind)
        transaction.set_rollback(True)
    return answer


def find_fault(answer: Any) -> str:
    """Describe a crash or a refusal without JSON or message. Return an empty string for other answers."""
    if answer.status_code >= 500:
        return f"{answer.status_code} {answer.content[:200]!r}"
    if answer.streaming or answer.status_code < 300:
        return ""
    if not answer["Content-Type"].startswith("application/json"):
        return f"{answer.status_code} as {answer['Content-Type']}"
    return "" if answer.json().get("message") else f"{answer.status_code} without a message"


def test_malformed_bodies_crash_no_call(world: World) -> None:
    faults = []
    for method, path, operation in operations():
        if "requestBody" not in operation or path == "/api/upload":
            continue
        address = addresses(path, world)[-1]
        for name, body in BODIES.items():
            answer = call(world, method, address, body)
            if find_fault(answer) or answer.status_code < 400:
                faults.append(f"{method} {address} with {name}: {answer.status_code} {find_fault(answer)}")

    assert faults == []


def test_unexpected_values_in_every_field_crash_no_call(world: World) -> None:
    faults = []
    for method, path, operation in operations():
        for address in addresses(path, world):
            for place, name in enumerate(fields_of(operation)):
                for value in VALUES if EVERY_VALUE else VALUES[place % SOME :: SOME]:
                    answer = call(world, method, address, json.dumps({name: value}).encode())
                    if problem := find_fault(answer):
                        faults.append(f"{method} {address} {name}={str(value)[:60]!r}: {problem}")

    assert faults == []


def fields_of(operation: dict[str, Any]) -> list[str]:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = str(content.get("schema", {}).get("$ref", "")).rpartition("/")[2]
    return list(generate_schema()["components"]["schemas"].get(name, {}).get("properties", {}))


def test_malformed_queries_crash_no_list(world: World) -> None:
    faults = []
    for method, path, operation in operations():
        if method == "GET" and path != SCHEMA:
            address = addresses(path, world)[-1]
            reads_some = any(each["in"] == "query" for each in operation.get("parameters", []))
            for query in QUERIES if reads_some else QUERIES[::SOME]:
                if problem := find_fault(call(world, "GET", f"{address}?{query}", b"")):
                    faults.append(f"{address}?{query[:60]}: {problem}")

    assert faults == []


def test_bodies_of_other_types_are_415_everywhere(world: World) -> None:
    for method, path, operation in operations():
        if "requestBody" in operation and path != "/api/upload":
            for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
                answer = call(world, method, addresses(path, world)[-1], b'{"a": 1}', kind)
                assert answer.status_code == 415, (method, path, kind, answer.content)


def test_malformed_ids_are_404(world: World) -> None:
    for method, path, _ in operations():
        for name in IDS if "{" in path else ():
            address = path.replace("{public_id}", name).replace("{token}", name)
            for field in ("{capture_id}", "{paypal_id}"):
                address = address.replace(field, name + "!")
            address = address.replace("{month}", name)
            assert call(world, method, address, b"{}").status_code in (404, 405), (method, address)
