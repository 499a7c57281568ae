"""Dates are locked together, in ID order, and what was asked for is compared again afterwards.

PostgreSQL locks rows, so these tests fail there without the lock that they are about. SQLite locks everything when a
transaction begins.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from bookings.models import Booking, Entry
from changes.services.delete_account import anonymize_account
from events.models import Occurrence
from orders.models import Order
from tests.changes.change_calls import create_another_date, create_date, move_to, post_change
from tests.orders.api_calls import create_order, format_start
from tests.orders.waiting_lists import create_full_date, join, post_waiting
from tests.support.factories import in_days
from tests.support.locked_rows import call_while_locked

pytestmark = pytest.mark.django_db(transaction=True)


# --- Several dates: together, by ID ----------------------------------------------------------------------------------


@pytest.fixture
def dates() -> tuple[Occurrence, Occurrence]:
    """Two dates of an event. The first has the lower ID, so it is locked first."""
    first = create_date(event__maximum_event_capacity=8, event__price="0")
    return first, create_another_date(first)


def filter_date(date: Occurrence) -> Any:
    return Occurrence.objects.filter(pk=date.pk)


def test_deleting_an_account_locks_the_dates_of_its_waiting_lists_and_its_orders_together(visitor, as_visitor):
    held, full = create_date(), create_full_date()
    join(as_visitor, full)
    create_order(as_visitor, held)

    call_while_locked(filter_date(held), lambda: anonymize_account(by=visitor), unlocked=filter_date(full))

    assert (Entry.objects.get().status, Order.objects.get().status) == ("left", "cancelled")


def test_a_buyer_who_moves_to_an_earlier_date_locks_both_together(as_visitor, dates):
    first, second = dates
    order = create_order(as_visitor, second)

    answer = call_while_locked(
        filter_date(first), lambda: move_to(as_visitor, order, first), unlocked=filter_date(second)
    )

    assert answer.status_code == 201


def test_seats_that_end_an_order_are_returned_with_all_its_dates_locked_together(as_visitor, dates):
    first, second = dates
    order = create_order(as_visitor, first, second)
    booking = Booking.objects.get(occurrence=second).public_id

    answer = call_while_locked(
        filter_date(first), lambda: post_change(as_visitor, order, "return", booking=booking),
        unlocked=filter_date(second),
    )  # fmt: skip

    assert answer.status_code == 201


# --- A date that moved, or an account that was deleted, before the lock ----------------------------------------------


def test_nobody_joins_the_waiting_list_of_a_date_that_moves_meanwhile(as_visitor):
    date = create_full_date()

    answer = call_while_locked(
        filter_date(date), lambda: post_waiting(as_visitor, date),
        meanwhile=lambda: filter_date(date).update(starts_at=in_days(9), ends_at=in_days(9, hours=3)),
    )  # fmt: skip

    if connection.features.has_select_for_update:  # on SQLite, the old time is looked up after the move
        assert (answer.status_code, answer.json()["code"]) == (409, "closed")
    assert not Entry.objects.exists()


@pytest.mark.parametrize("by", [timedelta(days=2), timedelta(days=-30)], ids=["later", "into the past"])
def test_staff_book_no_seats_of_a_date_that_moves_meanwhile(as_admin, dates, by):
    date, _ = dates
    body = {"product": date.event.public_id, "bookingDate": format_start(date), "reservationSeats": {"qty": 1}}

    answer = call_while_locked(
        filter_date(date), lambda: as_admin.post("/api/bookings", body, format="json"),
        meanwhile=lambda: filter_date(date).update(starts_at=date.starts_at + by, ends_at=date.ends_at + by),
    )  # fmt: skip

    assert (answer.status_code, answer.json()["code"]) == (409, "date_unavailable")
    assert not Booking.objects.exists()


def test_nobody_joins_a_waiting_list_with_an_account_that_is_deleted_meanwhile(visitor, as_visitor):
    date = create_full_date()

    answer = call_while_locked(
        User.objects.filter(pk=visitor.pk), lambda: post_waiting(as_visitor, date), unlocked=filter_date(date),
        meanwhile=lambda: User.objects.filter(pk=visitor.pk).update(is_active=False),
    )  # fmt: skip

    assert answer.status_code in (401, 403)
    assert not Entry.objects.exists()
