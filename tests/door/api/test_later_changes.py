"""Entries are facts: what happens to their passes later changes neither their verdicts nor who is inside."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from bookings.models import Booking, Pass
from bookings.services import passes, returns, seats
from tests.door.phones import Door, Phone, format_time
from tests.support.factories import BookingFactory, GuestFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(door) -> Phone:
    return door.phone()


@pytest.fixture
def booking(door) -> Booking:
    """Four seats with one pass."""
    return BookingFactory(occurrence=door.date, seats=4)


def claim_two_seats(booking: Booking) -> None:
    for name in ("Sam", "Kim"):
        GuestFactory(booking=booking, first_name=name)


def return_two_seats(booking: Booking) -> None:
    returns.request_return(seats={booking.pk: 2})
    returns.complete_return(seats={booking.pk: 2})


def split_off_two_seats(booking: Booking) -> None:
    passes.split_pass(booking.passes.get(), 2, "Bo")


def move_to(booking: Booking, date: Any) -> None:
    seats.move_seats(booking_id=booking.pk, to_id=date.pk)


def format_earlier() -> str:
    return format_time(timezone.now() - timedelta(minutes=5))


def get_inside(phone: Phone) -> dict[str, int]:
    return {each["h"]: each["in"] for each in phone.get_list().json()["passes"]}


@pytest.mark.parametrize(
    ("change", "is_late"),
    [(claim_two_seats, False), (claim_two_seats, True), (return_two_seats, True), (split_off_two_seats, True)],
)
def test_a_party_that_came_in_before_its_seats_changed_stays_in(door, phone, booking, change, is_late):
    ticket = booking.passes.get()
    phone.let_in(ticket.h, 4, at=format_earlier())
    if not is_late:
        phone.send()

    with transaction.atomic():
        change(booking)

    (result,) = phone.send()
    assert (result["conflict"], result["in"]) == (None, 4)
    assert (door.get()["in"], door.get()["conflicts"], get_inside(phone)[ticket.h]) == (4, [], 4)


@pytest.mark.parametrize("change", [claim_two_seats, return_two_seats, split_off_two_seats])
def test_a_party_that_comes_afterwards_has_the_seats_that_are_left(phone, booking, change):
    with transaction.atomic():
        change(booking)

    phone.let_in(booking.passes.first().h, 4)

    assert [(each["conflict"], each["in"]) for each in phone.send()] == [("over", 2)]


def test_a_friend_does_not_get_a_seat_on_which_somebody_sat_before(door, phone):
    """The phone was offline while two people came in, and a friend claimed one of the two seats."""
    booking = BookingFactory(occurrence=door.date, seats=2)
    phone.let_in(booking.passes.get().h, 2, at=format_earlier())
    GuestFactory(booking=booking)

    phone.let_in(booking.passes.last().h)

    assert [each["conflict"] for each in phone.send()] == [None, "double"]
    assert (door.get()["in"], door.get()["guests"]) == (2, 2)


def test_an_entry_while_the_booking_was_on_another_date_stays_a_conflict(door, phone, booking):
    ticket, later = booking.passes.get(), OccurrenceFactory(event=door.date.event, starts_at=in_days(7))
    next_week = Door(door.organizer, later).phone()
    next_week.let_in(ticket.h)
    next_week.send()
    with transaction.atomic():
        move_to(booking, later)
    phone.let_in(ticket.h)
    phone.send()
    Booking.objects.update(occurrence=door.date)
    booking.departures.create(occurrence=later)

    phone.let_in(ticket.h)

    assert [each["conflict"] for each in phone.send()] == ["moved", None]
    assert next_week.send()[0]["conflict"] == "unknown"  # it was not for that date yet
    next_week.let_in(ticket.h)
    assert [each["conflict"] for each in next_week.send()] == ["unknown", "moved"]


def test_an_entry_while_the_seats_were_refunded_stays_a_conflict_after_they_are_sold_again(door, phone):
    booking = BookingFactory(occurrence__event=door.date.event, occurrence__starts_at=in_days(1), seats=2)
    phone = Door(door.organizer, booking.occurrence).phone()
    h = booking.passes.get().h
    with transaction.atomic():
        seats.release_seats(booking_ids=[booking.pk], status=Booking.Status.REFUNDED)
    phone.let_in(h)
    phone.send()
    with transaction.atomic():
        seats.release_seats(booking_ids=[booking.pk])
    assert phone.send()[0]["conflict"] == "refunded"

    with transaction.atomic():
        seats.sell_seats(booking_ids=[booking.pk])
    phone.let_in(h)

    assert [each["conflict"] for each in phone.send()] == ["refunded", None]
    assert Pass.objects.get().seats == 2
