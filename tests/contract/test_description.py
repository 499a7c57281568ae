"""Answers match /api/schema, in an empty shop and in one with orders."""

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from rest_framework.test import APIClient

from accounts.models import User
from tests.contract.conftest import cart
from tests.orders.api_calls import create_order
from tests.support.factories import OccurrenceFactory


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


def list_reads(schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return every path that answers GET with JSON and has no parameters, with the schema of its answer."""
    found = []
    for path, methods in schema["paths"].items():
        content = methods.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
        if "{" not in path and "application/json" in content and path != "/api/schema":
            found.append((path, content["application/json"]["schema"]))
    return found


@pytest.mark.parametrize("is_busy", [False, True], ids=["empty", "busy"])
def test_every_list_matches_its_schema(
    schema: dict[str, Any], as_admin: APIClient, as_visitor: APIClient, visitor: User, is_busy: bool
) -> None:
    if is_busy:
        create_order(as_visitor, OccurrenceFactory(), seats=2)
    reads = list_reads(schema)

    for path, expected in reads:
        answer = as_admin.get(path)
        if answer.status_code != 200:  # it has required parameters
            continue
        validator = Draft202012Validator({**expected, "components": schema["components"]})
        assert [(path, error.message[:200]) for error in validator.iter_errors(answer.json())] == []

    assert {"/api/orders", "/api/products", "/api/users"} <= {path for path, _ in reads}


# --- Refusals ---------------------------------------------------------------------------------------------------------


def check_refusal(answer, status, code=None):
    body = answer.json()
    assert answer.status_code == status, answer.text
    assert isinstance(body["message"], str)
    assert body["message"].endswith((".", "!", "…"))
    assert isinstance(body.get("code", "x"), str)
    assert body.get("code", "x").replace("_", "").islower()
    if code:
        assert body["code"] == code
    return body


def test_malformed_fields_are_named(world):
    answer = world.visitor().raw("POST", "/orders", {"orderItems": [{"bookings": []}], "totalPrice": "lots"})

    body = check_refusal(answer, 400, "invalid")
    assert set(body["errors"]) == {"orderItems.0._id", "totalPrice"}
    assert all(isinstance(text, str) for texts in body["errors"].values() for text in texts)


def test_refusals_of_orders_have_the_data_that_the_app_shows(world):
    caller, event = world.visitor(), world.add_event(maximumEventCapacity=1)

    short = check_refusal(caller.raw("POST", "/orders", cart(event, seats=2)), 409, "sold_out")
    assert short["short"] == [
        {"product": event["_id"], "name": "Friday Draft", "bookingDate": event["startTime"], "countInStock": 1}
    ]
    cheap = cart(event, seats=1)
    cheap["orderItems"][0]["price"] = 1
    quote = check_refusal(caller.raw("POST", "/orders", cheap), 409, "price_changed")["quote"]
    assert (quote["totalPrice"], quote["items"]) == (
        13.8,
        [{"_id": event["_id"], "name": "Friday Draft", "price": 12.0}],
    )
    gone = cart(event, seats=1)
    gone["orderItems"][0]["bookings"][0]["bookingDate"] = "2020-01-01T00:00:00Z"
    check_refusal(caller.raw("POST", "/orders", gone), 409, "date_unavailable")
    dateless = cart(event)
    dateless["orderItems"][0]["bookings"] = []
    assert check_refusal(caller.raw("POST", "/orders", dateless), 400)["message"] == "Choose a date for Friday Draft."
