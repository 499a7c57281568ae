"""`check_books` reports violations of waiting lists, which the tests write to the database directly."""

from datetime import timedelta

import pytest
from django.db.models import F

from bookings.models import Booking, Entry
from tests.orders.api_calls import create_order
from tests.orders.consistency import check_books, get_only_violation
from tests.orders.waiting_lists import create_full_date, free_seats, join

pytestmark = pytest.mark.django_db


@pytest.fixture
def date(as_visitor, as_admin):
    date = create_full_date()
    join(as_visitor, date, 2)
    free_seats(as_admin, date, 2)
    return date


def test_offers_and_their_orders_have_no_violations(as_visitor, date):
    assert check_books() == (0, [])

    create_order(as_visitor, date, seats=2)

    assert check_books() == (0, [])


def test_an_entry_whose_seats_are_gone_is_found(date):
    Booking.objects.filter(kind="offer").update(status="cancelled")

    assert "no seats are held for it" in get_only_violation(check_books())


@pytest.mark.parametrize(
    "changes",
    [{"held_until": F("held_until") + timedelta(minutes=1)}, {"seats": 3}, {"user": None}, {"occurrence": None}],
    ids=str,
)
def test_an_offer_that_differs_from_its_entry_is_found(date, admin, changes):
    changes = {
        name: {"user": admin, "occurrence": create_full_date(9)}[name] if value is None else value
        for name, value in changes.items()
    }
    if "seats" in changes:
        date.event.maximum_event_capacity = 9
        date.event.save()
    if "occurrence" in changes:
        Booking.objects.filter(occurrence=changes["occurrence"]).delete()
    Booking.objects.filter(kind="offer").update(**changes)

    assert "differs from its waiting list entry" in get_only_violation(check_books())


def test_an_order_that_ends_before_its_offer_is_found(as_visitor, date):
    create_order(as_visitor, date, seats=2)
    Entry.objects.update(offered_until=F("offered_until") + timedelta(hours=1))

    assert "its hold ends before the offer" in get_only_violation(check_books())
