"""What the published client sends is accepted. tests/support/answers.py compares every answer with the schema."""

from rest_framework.test import APIClient

from tests.orders.api_calls import build_order, post_money
from tests.support.answers import read_schema
from tests.support.factories import OccurrenceFactory, in_days


def test_every_list_of_an_empty_shop_is_as_described(as_admin: APIClient) -> None:
    paths = [path for path, calls in read_schema()["paths"].items() if "get" in calls and "{" not in path]

    answered = {path for path in paths if as_admin.get(path).status_code == 200}  # others have required parameters

    assert {"/api/orders", "/api/products", "/api/users"} <= answered


def test_its_request_for_a_new_event_is_accepted(as_admin: APIClient) -> None:
    sent = {
        "name": "Edit me!", "category": "DEF", "description": "Edit me!", "price": 0, "countInStock": 0,
        "maximumEventCapacity": 0, "eventLocation": "Default", "cardSet": "DEF", "type": "event", "image": "",
        "brand": "", "isRecurring": False, "recurringPattern": None, "startTime": in_days(0).isoformat(),
        "endTime": in_days(0, hours=3).isoformat(),
    }  # fmt: skip

    assert as_admin.post("/api/products", sent, format="json").status_code == 201


def test_its_cart_with_prices_as_texts_is_accepted(as_visitor: APIClient) -> None:
    date = OccurrenceFactory(event__price="12.00")
    cart = build_order(date, seats=2) | {
        "shippingAddress": {"fName": "Ana", "lName": "Diaz", "address": "12 Dock St", "city": "Portland"},
        "paymentMethod": "Paypal", "itemsPrice": "24.00", "shippingPrice": "0.00", "taxPrice": "3.60",
        "totalPrice": "27.60",
    }  # fmt: skip
    cart["orderItems"][0] |= {"name": date.event.name, "image": "", "price": 12}

    assert post_money(as_visitor, cart).status_code == 201


def test_malformed_fields_are_named(as_visitor: APIClient) -> None:
    answer = post_money(as_visitor, {"orderItems": [{"bookings": []}], "totalPrice": "lots"})

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert set(answer.json()["errors"]) == {"orderItems.0._id", "totalPrice"}
