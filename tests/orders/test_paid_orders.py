"""Orders that tests arrange as rows have the same rows as orders that are bought over HTTP."""

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.apps import apps

from orders.models import Order
from payments.models import Payment
from tests.orders.api_calls import create_order, pay_test_order, pay_with_paypal
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order, create_test_order

RANDOM = {"id", "public_id", "number", "code", "h", "create_key", "capture_key"}  # differ in any two purchases

Rows = dict[str, list[dict[str, Any]]]


def read_rows() -> dict[str, dict[int, dict[str, Any]]]:
    """Return all rows by table and primary key."""
    models = [model for model in apps.get_models() if model._meta.managed]
    return {
        model._meta.label: {row["pk"]: row for row in model._base_manager.values("pk", *list_columns(model))}
        for model in models
    }


def list_columns(model: Any) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def list_rows_of(buy: Callable[[], Any]) -> Rows:
    """Return the rows that a purchase leaves, comparable with those of another one of the same dates."""
    before = read_rows()
    order = Order.objects.get(public_id=buy()["_id"])
    after = read_rows()
    for label, rows in before.items():
        assert {pk: after[label][pk] for pk in rows} == rows, f"a purchase changes no other row of {label}"
    payments = Payment.objects.filter(order=order).values_list("paypal_order_id", "capture_id")
    words = [order.public_id, order.number, *(word for payment in payments for word in payment)]
    new = {label: [row for pk, row in rows.items() if pk not in before[label]] for label, rows in after.items()}
    ours = {(label, row["pk"]) for label, rows in new.items() for row in rows}
    return {label: [simplify(label, row, words, ours) for row in rows] for label, rows in new.items() if rows}


def simplify(label: str, row: dict[str, Any], words: list[str], ours: set[tuple[str, int]]) -> dict[str, Any]:
    """Replace times, random values and references to rows of the same purchase."""
    model = apps.get_model(label)
    related = {field.attname: field.related_model._meta.label for field in model._meta.fields if field.related_model}
    shown: dict[str, Any] = {}
    for name, value in row.items():
        if name == "pk" or (name in RANDOM and value):
            continue
        if name in related and (related[name], value) in ours:
            shown[name] = "of this purchase"
        elif name in ("object_pk", "object_id"):
            shown[name] = ("orders.Order", int(value)) in ours
        else:
            shown[name] = replace_words(value, words)
    return shown


def replace_words(value: Any, words: list[str]) -> Any:
    if isinstance(value, datetime):
        return "a time"
    if value is None or isinstance(value, (bool, int, Decimal, date)):
        return value
    text = str(value)
    for position, word in enumerate(words):
        text = text.replace(word, f"word {position}")
    return text


@pytest.fixture
def dates(db: None) -> list[Any]:
    """Dates of two events, with a refund policy and a member price."""
    policy = {"event__refund_policy": "full", "event__refund_fee_per_seat": "0.50", "event__fair_value": "8.00"}
    later, earlier = OccurrenceFactory(event__price="10.10", **policy), OccurrenceFactory(event__price="7.05")
    return [earlier, later]  # not in the order of their IDs


@pytest.mark.parametrize("gift", [0, 5])
def test_a_paid_order_has_the_rows_of_a_purchase(paypal, as_visitor, dates, gift):
    more = {"giftPrice": gift} if gift else {}
    bought = list_rows_of(
        lambda: pay_with_paypal(paypal, as_visitor, create_order(as_visitor, *dates, seats=3, **more))
    )
    built = list_rows_of(lambda: create_paid_order(paypal, as_visitor, *dates, seats=3, gift=gift))
    assert built == bought
    assert {"orders.Order", "orders.OrderLine", "payments.Payment", "bookings.Booking", "bookings.Pass"} <= built.keys()


def test_a_test_order_has_the_rows_of_one_over_http(as_visitor, dates):
    bought = list_rows_of(lambda: pay_test_order(as_visitor, create_order(as_visitor, *dates, seats=1)))
    assert list_rows_of(lambda: create_test_order(as_visitor, *dates, seats=1)) == bought
