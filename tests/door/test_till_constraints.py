"""The database refuses cash, drawers and kept seats that the services never write."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from bookings.models import Booking
from door.models import Allotment, Count, Device, Drawer, Entry, Move
from orders.models import CashPayment, Order
from tests.support.factories import BookingFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawer(till) -> Drawer:
    return Drawer.objects.get()


def refuse(name: str, write: Any) -> None:
    """Check that the database refuses the write; SQLite names the columns of a unique constraint instead of it."""
    with pytest.raises(IntegrityError, match=f"{name}|UNIQUE constraint failed"), transaction.atomic():
        write()


def test_cash_is_positive_and_covers_the_order(till):
    till.sell(given=20)

    for change in ({"amount": 0}, {"amount": -1}):
        refuse("cash_is_positive", lambda change=change: CashPayment.objects.update(**change))
    refuse("cash_given_covers_it", lambda: CashPayment.objects.update(given="13.79"))
    CashPayment.objects.update(given="13.80")


def test_an_order_is_paid_in_cash_once(till):
    till.sell(given=20)

    again = {"order": Order.objects.get(), "amount": 1, "given": 1, "booked_on": timezone.localdate()}
    refuse("order", lambda: CashPayment.objects.create(**again))


def test_a_phone_has_one_live_allotment(till, tonight):
    till.keep(1)
    other = BookingFactory(occurrence=tonight, seats=1)

    refuse(
        "one_live_allotment_per_device",
        lambda: Allotment.objects.create(device=Device.objects.get(), booking=other),
    )
    Allotment.objects.create(device=Device.objects.get(), booking=other, ended_at=timezone.now())
    assert Booking.objects.filter(allotment__isnull=False).count() == 2


def test_a_drawer_that_is_off_has_a_reason(drawer):
    closed = {"closed_at": timezone.now(), "expected": 50, "counted": 47}

    refuse("a_difference_has_a_reason", lambda: Drawer.objects.update(**closed))
    refuse("a_closed_drawer_is_counted", lambda: Drawer.objects.update(**closed | {"counted": None, "reason": "x"}))
    refuse("drawer_float_not_negative", lambda: Drawer.objects.update(float=-1))
    Drawer.objects.update(**closed, reason="Somebody paid twice")


def test_a_night_has_one_drawer(drawer):
    refuse("night", lambda: Drawer.objects.create(night=drawer.night, float=1))


def test_an_entry_moves_cash_once(till, drawer):
    till.sell(given=20)
    entry = Entry.objects.get()

    refuse(
        "one_move_per_entry",
        lambda: Move.objects.create(night=drawer.night, kind="other", amount=1, entry=entry),
    )


def test_each_name_counts_once(drawer):
    Count.objects.create(drawer=drawer, name="Ana", total=50)

    refuse("one_count_per_name", lambda: Count.objects.create(drawer=drawer, name="ANA", total=50))
    refuse("count_not_negative", lambda: Count.objects.create(drawer=drawer, name="Ben", total=-1))
    Count.objects.create(drawer=drawer, name="Ana", total=50, alone=True)


@pytest.mark.parametrize(
    "move",
    [
        {"kind": "sale", "amount": 5},
        {"kind": "over", "amount": -5},
        {"kind": "refund", "amount": -5},
        {"kind": "other", "amount": 5, "order": True},
    ],
)
def test_a_move_is_what_its_kind_says(till, drawer, move):
    till.sell(given=20)
    fields = move | ({"order": Order.objects.get()} if "order" in move else {})

    refuse("a_move_is_a_sale_a_refund_or_neither", lambda: Move.objects.create(night=drawer.night, **fields))
