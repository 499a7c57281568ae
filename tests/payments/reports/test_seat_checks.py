"""Bookings whose links or passes don't add up to their seats, and wrong waiting lists, are reported."""

from datetime import timedelta

import pytest
from django.db.models import F

from bookings.models import Booking, Pass, SeatLink, WaitingEntry
from bookings.services.passes import record_moves
from payments.reports.consistency_checks import list_violations
from payments.reports.seat_checks import seats_that_moved_unrecorded, seats_without_a_pass
from tests.orders.api_calls import create_order
from tests.orders.consistency import check_books, get_only_violation
from tests.orders.waiting_lists import create_full_date, free_seats, join
from tests.support.factories import GuestFactory, OccurrenceFactory, SeatLinkFactory
from tests.support.paid_orders import create_test_order


@pytest.fixture
def booking(as_visitor):
    """Three paid seats, one of which a guest has."""
    create_test_order(as_visitor, OccurrenceFactory(), seats=3)
    booking = Booking.objects.get()
    GuestFactory(booking=booking)
    return booking


def lose_passes() -> None:
    SeatLink.objects.update(state="revoked", first_name="")
    Pass.objects.all().delete()


def lose_pass_of_guest() -> None:
    Pass.objects.filter(seat_link=None).update(seats=3)
    Pass.objects.exclude(seat_link=None).update(ended_because="replaced")


@pytest.mark.parametrize(
    ("change", "admitted"),
    [
        (lambda: Pass.objects.filter(seat_link=None).update(seats=4), 5),
        (lose_passes, 0),
        (lose_pass_of_guest, 3),
        (lambda: SeatLink.objects.update(state="revoked", first_name=""), 3),
    ],
    ids=["a pass admits too many", "no passes", "a guest has no pass", "a pass has no guest"],
)
def test_passes_that_do_not_fit_their_booking_are_a_violation(booking, change, admitted):
    change()

    assert list(seats_without_a_pass()) == [
        f"Booking {booking.public_id} has 3 seats, and its codes admit {admitted}, or a guest's code is missing."
    ]


def test_seats_and_dates_that_changed_without_a_move_are_violations(booking):
    buyers, guests = booking.passes.order_by("pk")
    later = OccurrenceFactory()
    Booking.objects.update(occurrence=later)
    guests.moves.all().delete()

    assert list(seats_that_moved_unrecorded()) == [
        f"-2 of ticket {buyers.pk} on date {booking.occurrence_id}: nothing says when that changed.",
        f"+1 of ticket {guests.pk} on date {later.pk}: nothing says when that changed.",
        f"+2 of ticket {buyers.pk} on date {later.pk}: nothing says when that changed.",
    ]
    record_moves(booking_ids=[booking.pk])
    assert list(seats_that_moved_unrecorded()) == []


def test_more_links_than_seats_are_a_violation(booking):
    SeatLinkFactory.create_batch(3, booking=booking)

    assert list_violations() == [f"Booking {booking.public_id} has 3 seats to give away, and 4 links."]


@pytest.fixture
def date(as_visitor, as_admin):
    date = create_full_date()
    join(as_visitor, date, 2)
    free_seats(as_admin, date, 2)
    return date


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
    WaitingEntry.objects.update(offered_until=F("offered_until") + timedelta(hours=1))

    assert "its hold ends before the offer" in get_only_violation(check_books())
