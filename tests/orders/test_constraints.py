"""The database refuses changes, refunds, gifts, discounts and date changes that the services never write."""

from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from bookings.models import Booking
from charityshop.models import HandledRequest
from events.models import Event
from orders.models import AppliedDiscount, Change, DateChange, Entitlement, Order, OrderLine, Refund, RefundPart
from tests.orders.api_calls import create_order
from tests.support.factories import MembershipFactory, OccurrenceFactory, VoucherFactory, in_days
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db


# --- Changes and refunds ----------------------------------------------------------------------------------------------


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


def create_refund(order: Order, **fields: Any) -> Refund:
    return Refund.objects.create(**{"order": order, "amount": 5, "request_key": "b"} | fields)


@pytest.mark.parametrize("missing", ["returns", "completed_at", "booked_on", "fee_back"])
def test_the_return_of_a_reversals_money_names_the_reversal_and_is_booked(order, missing):
    reversal = create_refund(order, kind="reversal", request_key="r")
    now = timezone.now()
    booked = {"kind": "returned", "returns": reversal, "status": "completed", "fee_back": -1}
    booked |= {"completed_at": now, "booked_on": now.date()}

    refuse("a_return_is_booked", lambda: create_refund(order, **booked | {missing: None}))
    create_refund(order, **booked)
    refuse("UNIQUE|returns", lambda: create_refund(order, **booked | {"request_key": "c"}))


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("a_return_is_booked", {"returns": True}),
        ("a_retry_is_requested", {"retry_of": True}),
        ("a_retry_is_requested", {"retry_of": True, "kind": "at_paypal"}),
        ("by_hand_is_not_at_paypal", {"kind": "by_hand", "paypal_refund_id": "R-1"}),
        ("by_hand_is_not_at_paypal", {"kind": "release", "amount": 0, "paypal_refund_id": "R-1"}),
        ("a_release_has_no_money", {"kind": "release"}),
    ],
)
def test_a_refund_fits_its_kind(order, refund, name, fields):
    fields = {column: refund if value is True else value for column, value in fields.items()}

    refuse(name, lambda: create_refund(order, **fields))


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


# --- Date changes and choices -----------------------------------------------------------------------------------------


def create_date_change(**fields: Any) -> DateChange:
    times = {"starts_at": in_days(7), "ends_at": in_days(7), "reason": "Flooded."}
    return DateChange.objects.create(**{"kind": "cancel", **times, **fields})


@pytest.fixture
def change(admin):
    return create_date_change(occurrence=OccurrenceFactory(), by=admin)


@pytest.fixture
def paid_line(as_visitor):
    create_test_order(as_visitor, OccurrenceFactory())
    return OrderLine.objects.get()


def test_a_second_running_change_of_a_date_is_refused(change, admin):
    with pytest.raises(IntegrityError), transaction.atomic():
        create_date_change(occurrence=change.occurrence, by=admin)
    assert create_date_change(occurrence=change.occurrence, by=admin, status="done")


@pytest.mark.parametrize("fields", [{"kind": "move"}, {"to": in_days(9)}], ids=["move without", "cancel with"])
def test_only_a_date_that_moves_has_a_new_start(admin, fields):
    with pytest.raises(IntegrityError, match="a_moved_date_has_a_start"), transaction.atomic():
        create_date_change(occurrence=OccurrenceFactory(), by=admin, **fields)


def test_a_second_choice_for_a_line_in_one_change_is_refused(change, paid_line):
    settled = {"outcome": "kept", "settled_at": in_days(0)}
    Entitlement.objects.create(date_change=change, line=paid_line, until=in_days(1), **settled)

    with pytest.raises(IntegrityError), transaction.atomic():
        Entitlement.objects.create(date_change=change, line=paid_line, until=in_days(1), **settled)


def test_a_second_undecided_choice_for_a_line_is_refused(change, paid_line, admin):
    other = create_date_change(occurrence=OccurrenceFactory(), by=admin)
    Entitlement.objects.create(date_change=change, line=paid_line, until=in_days(1))

    with pytest.raises(IntegrityError), transaction.atomic():
        Entitlement.objects.create(date_change=other, line=paid_line, until=in_days(1))
    assert Entitlement.objects.create(
        date_change=other, line=paid_line, until=in_days(1), outcome="moved", settled_at=in_days(0)
    )


@pytest.mark.parametrize("fields", [{"outcome": "kept"}, {"settled_at": in_days(0)}], ids=["no time", "undecided"])
def test_exactly_the_settled_choices_have_a_time(change, paid_line, fields):
    with pytest.raises(IntegrityError, match="a_settled_entitlement_has_a_time"), transaction.atomic():
        Entitlement.objects.create(date_change=change, line=paid_line, until=in_days(1), **fields)


# --- Gifts and discounts ----------------------------------------------------------------------------------------------


@pytest.fixture
def line(as_visitor) -> OrderLine:
    create_order(as_visitor, OccurrenceFactory(), seats=2)
    return OrderLine.objects.get()


def build(line: OrderLine, **fields) -> AppliedDiscount:
    return AppliedDiscount(**{"line": line, "kind": "voucher", "seats": 1, "amount": "1.00"} | fields)


def test_the_total_includes_the_gift(line):
    refuse("order_total_is_its_parts", lambda: Order.objects.update(gift_price="5.00"))
    Order.objects.update(gift_price="5.00", total_price="32.60")
    Order.objects.update(gift_price=0, total_price="27.60")


def test_a_gift_is_not_negative(line):
    refuse("order_gift_not_negative", lambda: Order.objects.update(gift_price="-1.00", total_price="26.60"))


@pytest.mark.parametrize("gift", ["-0.01", "5.01"])
def test_a_refund_includes_its_gift(line, gift):
    fields = {"order": line.order, "amount": 5, "reason": "Ill.", "request_key": "a", "status": "failed"}

    refuse("refund_includes_its_gift", lambda: Refund.objects.create(**fields, gift_amount=gift))


@pytest.mark.parametrize("fields", [{"amount": 0}, {"amount": "-1.00"}, {"seats": 0}])
def test_a_discount_takes_something_off(line, fields):
    refuse("a_discount_takes_something_off", build(line, voucher=VoucherFactory(), **fields).save)


def test_a_discount_has_one_source(line):
    voucher, member = VoucherFactory(), MembershipFactory()
    for fields in (
        {},
        {"membership": member},
        {"voucher": voucher, "membership": member},
        {"kind": "member", "voucher": voucher},
        {"kind": "gold", "voucher": voucher},
    ):
        refuse("a_discount_has_one_source", build(line, **fields).save)


def test_a_line_has_one_discount_of_a_kind(line):
    voucher = VoucherFactory()
    build(line, voucher=voucher).save()

    refuse("one_discount_per_line_and_kind", build(line, voucher=voucher).save)
    AppliedDiscount.objects.all().delete()
