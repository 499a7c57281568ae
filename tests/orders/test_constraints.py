"""The database refuses changes, refunds, gifts, discounts and date changes that the services never write."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from bookings.models import Booking
from changes.models import Change, Entitlement
from charityshop.models import HandledRequest
from discounts.models import Membership, Voucher
from events.models import DateChange, Event
from orders.models import AppliedDiscount, Order, OrderLine
from payments.models import Refund, RefundPart
from tests.support.factories import (
    BookingFactory,
    MembershipFactory,
    OccurrenceFactory,
    VoucherFactory,
    in_days,
    write_canceled,
)
from tests.support.paid_orders import create_test_order


@dataclass(frozen=True, slots=True)
class Rows:
    """Two seats that were paid, a refund that failed, and a date that was canceled."""

    order: Order
    line: OrderLine
    refund: Refund
    date_change: DateChange
    voucher: Voucher
    member: Membership

    def add_refund(self, **fields: Any) -> Refund:
        wanted = {"order": self.order, "amount": 5, "reason": "Ill.", "request_key": "b"}
        return Refund.objects.create(**wanted | fields)

    def add_part(self, **fields: Any) -> RefundPart:
        wanted = {"refund": self.refund, "line": self.line, "seats": 1, "amount": 1, "fee": 1, "donated": 1}
        return RefundPart.objects.create(**wanted | fields)

    def add_line(self, **fields: Any) -> OrderLine:
        wanted = {"order": self.order, "booking": BookingFactory(), "starts_at": in_days(7), "ends_at": in_days(7)}
        return OrderLine.objects.create(**wanted | {"seats": 1, "price": 12, "line_price": 12} | fields)

    def add_change(self, **fields: Any) -> Change:
        wanted = {"order": self.order, "booking": self.line.booking, "kind": "return", "seats": 1, "amount": 0}
        return Change.objects.create(**wanted | {"by": self.order.user} | fields)

    def add_choice(self, **fields: Any) -> Entitlement:
        wanted = {"date_change": self.date_change, "line": self.line, "until": in_days(1)}
        return Entitlement.objects.create(**wanted | fields)

    def add_discount(self, **fields: Any) -> AppliedDiscount:
        return AppliedDiscount.objects.create(
            **{"line": self.line, "kind": "voucher", "seats": 1, "amount": "1.00"} | fields
        )


@pytest.fixture
def rows(as_visitor: Any, admin: Any) -> Rows:
    order = Order.objects.get(public_id=create_test_order(as_visitor, OccurrenceFactory(), seats=2)["_id"])
    refund = Refund.objects.create(order=order, amount=0, reason="Ill.", request_key="a", status="failed")
    change = write_canceled(OccurrenceFactory(), admin)
    return Rows(order, order.lines.get(), refund, change, VoucherFactory(), MembershipFactory())


SETTLED = {"outcome": "kept", "settled_at": in_days(0)}
REQUEST = {"owner_id": 1, "key": "tap", "body_hash": "", "result": ""}
IMPOSSIBLE: list[tuple[str, Callable[[Rows], Any]]] = [
    ("seats_by_hand_say_why", lambda rows: Booking.objects.update(kind="by_hand", reason="")),
    ("booking_returns_its_own_seats", lambda rows: Booking.objects.update(returning=3)),
    ("refund_part_not_negative", lambda rows: rows.add_part(amount=-1)),
    ("refund_part_not_negative", lambda rows: rows.add_part(fee=-1)),
    ("refund_part_not_negative", lambda rows: rows.add_part(donated=-1)),
    ("refund_part_not_negative|seats", lambda rows: rows.add_part(seats=-1)),
    ("refund_part_not_negative", lambda rows: rows.add_part(seats=0)),
    ("change_not_negative", lambda rows: rows.add_change(refund=rows.refund, seats=0)),
    ("change_not_negative", lambda rows: rows.add_change(refund=rows.refund, amount=Decimal("-0.01"))),
    ("a_change_is_a_move_or_a_refund", lambda rows: rows.add_change(kind="move")),
    ("a_change_is_a_move_or_a_refund", lambda rows: rows.add_change(kind="return")),
    (
        "a_change_is_a_move_or_a_refund",
        lambda rows: rows.add_change(kind="move", refund=rows.refund, moved_from=rows.date_change.occurrence),
    ),
    (
        "a_change_is_a_move_or_a_refund",
        lambda rows: rows.add_change(kind="return", refund=rows.refund, moved_from=rows.date_change.occurrence),
    ),
    ("event_refund_fee_not_negative", lambda rows: Event.objects.update(refund_fee_per_seat=Decimal("-0.01"))),
    ("line_refund_fee_not_negative", lambda rows: rows.add_line(refund_fee_per_seat="-0.01")),
    ("a_settled_entitlement_has_a_time", lambda rows: rows.add_choice(outcome="kept")),
    ("a_settled_entitlement_has_a_time", lambda rows: rows.add_choice(settled_at=in_days(0))),
    ("order_total_is_its_parts", lambda rows: Order.objects.update(gift_price="5.00")),
    ("order_gift_not_negative", lambda rows: Order.objects.update(gift_price="-1.00", total_price="26.60")),
    ("refund_includes_its_gift", lambda rows: rows.add_refund(of_gift="-0.01")),
    ("refund_includes_its_gift", lambda rows: rows.add_refund(of_gift="5.01")),
    ("a_return_is_completed", lambda rows: rows.add_refund(returns=rows.refund)),
    ("a_retry_is_requested", lambda rows: rows.add_refund(retry_of=rows.refund)),
    ("a_retry_is_requested", lambda rows: rows.add_refund(retry_of=rows.refund, kind="at_paypal")),
    ("by_hand_is_not_at_paypal", lambda rows: rows.add_refund(kind="by_hand", paypal_refund_id="R-1")),
    ("by_hand_is_not_at_paypal", lambda rows: rows.add_refund(kind="release", amount=0, paypal_refund_id="R-1")),
    ("a_release_has_no_money", lambda rows: rows.add_refund(kind="release")),
    ("a_discount_takes_something_off", lambda rows: rows.add_discount(voucher=rows.voucher, amount=0)),
    ("a_discount_takes_something_off", lambda rows: rows.add_discount(voucher=rows.voucher, amount="-1.00")),
    ("a_discount_takes_something_off", lambda rows: rows.add_discount(voucher=rows.voucher, seats=0)),
    ("a_discount_has_one_source", lambda rows: rows.add_discount()),
    ("a_discount_has_one_source", lambda rows: rows.add_discount(membership=rows.member)),
    ("a_discount_has_one_source", lambda rows: rows.add_discount(voucher=rows.voucher, membership=rows.member)),
    ("a_discount_has_one_source", lambda rows: rows.add_discount(kind="member", voucher=rows.voucher)),
    ("a_discount_has_one_source", lambda rows: rows.add_discount(kind="gold", voucher=rows.voucher)),
]
ONCE: dict[str, Callable[[Rows], Any]] = {
    "one_part_per_refund_and_line": Rows.add_part,
    "changes_change_refund_id_key": lambda rows: rows.add_change(refund=rows.refund),
    "one_result_per_idempotency_key": lambda rows: HandledRequest.objects.create(**REQUEST),
    "one_entitlement_per_line_and_change": lambda rows: rows.add_choice(**SETTLED),
    "one_discount_per_line_and_kind": lambda rows: rows.add_discount(voucher=rows.voucher),
}


def refuse(name: str, write: Callable[[Rows], Any], rows: Rows) -> None:
    """Check that the database refuses the write; SQLite names the columns of a unique constraint instead of it."""
    with pytest.raises(IntegrityError, match=f"{name}|UNIQUE constraint failed"), transaction.atomic():
        write(rows)


def test_impossible_rows_are_refused(rows):
    for name, write in IMPOSSIBLE:
        refuse(name, write, rows)


def test_what_exists_once_is_refused_twice(rows):
    for name, write in ONCE.items():
        with transaction.atomic():
            point = transaction.savepoint()
            write(rows)
            refuse(name, write, rows)
            transaction.savepoint_rollback(point)


@pytest.mark.parametrize("missing", ["returns", "completed_at", "fee_back"])
def test_the_return_of_a_reversals_money_names_the_reversal_and_is_completed(rows, missing):
    reversal = rows.add_refund(kind="reversal", request_key="r")
    completed = {"kind": "returned", "returns": reversal, "status": "completed", "fee_back": -1}
    completed |= {"completed_at": timezone.now()}

    refuse("a_return_is_completed", lambda rows: rows.add_refund(**completed | {missing: None}), rows)
    returned = rows.add_refund(**completed)
    refuse("UNIQUE|returns", lambda rows: rows.add_refund(**completed | {"request_key": "c"}), rows)
    returned.delete()
    reversal.delete()


def test_a_line_has_one_undecided_choice(rows):
    rows.add_choice()
    other = write_canceled(rows.line.booking.occurrence, rows.order.user)

    refuse("one_undecided_entitlement_per_line", lambda rows: rows.add_choice(date_change=other), rows)
    rows.add_choice(date_change=other, **SETTLED)
