"""`check_books` reports cash and kept seats that don't add up, which the tests write to the database directly."""

import pytest

from bookings.models import Booking
from door.models import Drawer, Move, Phone
from orders.models import Order, OrderLine
from payments.journal import post_money
from payments.models import Payment, Refund
from tests.door.till_calls import build_sale, give_back
from tests.orders.consistency import check_books, get_only_violation, join_messages
from tests.support.factories import BookingFactory
from tests.support.triggers import disabled_triggers


@pytest.fixture(autouse=True)
def check_consistency():
    """Override the check: these tests create violations on purpose."""


@pytest.fixture
def sold(till):
    return till.sell(seats=2, given=30).json()["order"]


@pytest.mark.parametrize(
    ("table", "changes", "found"),
    [
        (Payment, {"amount": "27.00"}, "was paid 27.00 in cash, and another amount moved into a drawer."),
        (Payment, {"amount": "27.00"}, "should have captured 27.60"),
        (Order, {"accepted_price": "27.00"}, "was paid 27.60 in cash, and is worth 27.00."),
        (Order, {"status": "cancelled"}, "a drawer has 27.60 for it"),
        (Order, {"items_price": 40, "tax_price": 6, "total_price": 46}, "and its prices add up to 46.00"),
    ],
)
def test_cash_that_is_not_what_moved_or_what_the_order_is_worth_is_reported(sold, table, changes, found):
    if "items_price" in changes:
        with disabled_triggers():
            OrderLine.objects.update(line_price=40, price=20)
    table.objects.update(**changes)

    assert found in join_messages(check_books())


@pytest.mark.parametrize("allotment", [True, False])
def test_a_recorded_sale_without_order_and_cash_is_reported(till, tonight, allotment):
    if not allotment:
        BookingFactory(occurrence=tonight, seats=4)
    till.report(build_sale(allotment=allotment))
    assert check_books() == (0, [])
    Move.objects.all().delete()

    assert "took 13.80, and its cash is in no drawer." in join_messages(check_books())


def test_a_refund_of_cash_without_its_move_is_reported(as_admin, door_id, sold):
    give_back(as_admin, door_id, sold)
    order = Order.objects.get()
    done = {"status": "completed", "completed_at": order.paid_at}
    Refund.objects.create(order=order, kind="by_hand", amount="1.00", reason="x", request_key="k", **done)
    post_money(order)

    assert "1.00 was refunded in cash, and another amount moved out" in get_only_violation(check_books())


def test_a_closed_drawer_whose_moves_do_not_add_up_is_reported(till, door_id, sold):
    till.count_and_close_drawer(77.6)
    Move.objects.create(door=Drawer.objects.get().door, kind="other", amount="-1.00", reason="Ice")

    assert "expected 77.60, and its moves add up to 76.60" in get_only_violation(check_books())


@pytest.mark.parametrize("how", ["of no phone", "of another date"])
def test_seats_that_no_phone_keeps_are_reported(till, tonight, how):
    till.keep(2)
    if how == "of no phone":
        Phone.objects.update(allotted=None)
    else:
        times = dict.fromkeys(("recurrence_id", "starts_at", "ends_at"), tonight.ends_at)
        other = type(tonight).objects.create(event=tonight.event, **times)
        Booking.objects.filter(kind="allotment").update(occurrence=other)

    assert "keeps 2 seats for the door, and no phone sells them" in get_only_violation(check_books())
