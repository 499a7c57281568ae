"""The database refuses changes and refunds that the services never write."""

from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from bookings.models import Booking
from charityshop.models import HandledRequest
from events.models import Event
from orders.models import Change, Order, OrderLine, Refund, RefundPart
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db


@pytest.fixture
def order(as_visitor) -> Order:
    """Two seats that were paid."""
    paid = create_test_order(as_visitor, OccurrenceFactory(), seats=2)
    return Order.objects.get(public_id=paid["_id"])


@pytest.fixture
def refund(order) -> Refund:
    return Refund.objects.create(order=order, amount=0, reason="Ana is ill.", request_key="a", status="failed")


def refuse(name: str, write: Any) -> None:
    """Check that the database refuses the write; SQLite names the columns of a unique constraint instead of it."""
    with pytest.raises(IntegrityError, match=f"{name}|UNIQUE constraint failed"), transaction.atomic():
        write()


def test_a_booking_cannot_return_more_seats_than_it_has(order):
    refuse("booking_returns_its_own_seats", lambda: Booking.objects.update(returning=3))
    Booking.objects.update(returning=2)
    Booking.objects.update(returning=0)


@pytest.mark.parametrize("column", ["amount", "fee", "gift", "seats"])
def test_a_part_of_a_refund_is_not_negative(order, refund, column):
    part = {"refund": refund, "line": order.lines.get(), "seats": 1, "amount": 1, "fee": 1, "gift": 1}

    refuse("refund_part_not_negative|seats", lambda: RefundPart.objects.create(**part | {column: -1}))


def test_a_part_of_a_refund_has_a_seat(order, refund):
    refuse(
        "refund_part_not_negative",
        lambda: RefundPart.objects.create(refund=refund, line=order.lines.get(), seats=0, amount=0),
    )


def test_a_refund_has_one_part_for_each_line(order, refund):
    part = {"refund": refund, "line": order.lines.get(), "seats": 1, "amount": 0}
    RefundPart.objects.create(**part)

    refuse("one_part_per_refund_and_line", lambda: RefundPart.objects.create(**part))


@pytest.mark.parametrize("fields", [{"seats": 0}, {"amount": Decimal("-0.01")}], ids=["no seat", "a negative amount"])
def test_an_impossible_change_is_refused(order, refund, fields):
    refuse("change_not_negative", lambda: create_change(order, refund=refund, **fields))


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "move"},
        {"kind": "return"},
        {"kind": "move", "has_refund": True, "has_date": True},
        {"kind": "return", "has_refund": True, "has_date": True},
    ],
    ids=["a move from nowhere", "a return without a refund", "a move with a refund", "a return with another date"],
)
def test_a_change_is_a_move_or_a_refund(order, refund, fields):
    asked = {"kind": fields["kind"]}
    asked |= {"refund": refund} if fields.get("has_refund") else {}
    asked |= {"moved_from": OccurrenceFactory()} if fields.get("has_date") else {}

    refuse("a_change_is_a_move_or_a_refund", lambda: create_change(order, **asked))


def test_a_refund_belongs_to_one_change(order, refund):
    create_change(order, refund=refund)

    refuse("orders_change_refund_id_key", lambda: create_change(order, refund=refund))


@pytest.mark.parametrize(
    ("rows", "name"),
    [(Event.objects, "event_refund_fee_not_negative"), (OrderLine.objects, "line_refund_fee_not_negative")],
    ids=["event", "line"],
)
def test_a_fee_is_not_negative(order, rows, name):
    refuse(name, lambda: rows.update(refund_fee_per_seat=Decimal("-0.01")))


def test_a_request_key_has_one_result():
    request = {"owner_id": 1, "key": "tap", "body_hash": "", "result": ""}
    HandledRequest.objects.create(**request)

    refuse("one_result_per_idempotency_key", lambda: HandledRequest.objects.create(**request))
    HandledRequest.objects.create(**request | {"owner_id": 2})


def create_change(order: Order, **fields: Any) -> Change:
    booking = Booking.objects.get(order_line__order=order)
    return Change.objects.create(
        **{"order": order, "booking": booking, "kind": "return", "seats": 1, "amount": 0, "by": order.user} | fields
    )
