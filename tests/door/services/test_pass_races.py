"""Splits, replacements, claims and returns of one booking at the same time. Each takes the date's lock first."""

import pytest
from django.db import transaction

from bookings.models import Booking
from bookings.services import returns
from bookings.services.seat_links import claim_seat
from door.services.passes import replace_pass, split_pass
from tests.bookings.passes import list_passes
from tests.support.factories import BookingFactory, SeatLinkFactory
from tests.support.races import run_during


@pytest.fixture
def booking(transactional_db: None) -> Booking:
    return BookingFactory(seats=3)


def split(booking: Booking, seats: int) -> None:
    split_pass(pass_id=booking.passes.first().pk, seats=seats, label="", by=booking.user)


def replace(booking: Booking) -> None:
    replace_pass(pass_id=booking.passes.first().pk, by=booking.user)


def claim(booking: Booking) -> None:
    claim_seat(token=booking.seat_links.get().claim_token, first_name="Sam")


def return_seats(booking: Booking, count: int) -> None:
    with transaction.atomic():
        returns.request_return(seats={booking.pk: count})
        returns.complete_return(seats={booking.pk: count})


def test_a_split_waits_for_another_split_and_finds_too_few_seats(booking: Booking) -> None:
    code = run_during(lambda: split(booking, 2), lambda: split(booking, 2))

    assert code == "invalid"
    assert list_passes(booking) == [("", 1, "valid"), ("", 2, "valid")]


def test_a_pass_is_replaced_once(booking: Booking) -> None:
    first = booking.passes.get()

    code = run_during(lambda: replace(booking), lambda: replace_pass(pass_id=first.pk, by=booking.user))

    assert code == "not_found"
    assert list_passes(booking) == [("", 3, "replaced"), ("", 3, "valid")]


def test_a_claim_waits_for_a_split(booking: Booking) -> None:
    SeatLinkFactory(booking=booking)

    run_during(lambda: split(booking, 2), lambda: claim(booking))

    assert list_passes(booking) == [("", 1, "replaced"), ("", 2, "valid"), ("Sam", 1, "valid")]


def test_a_refund_waits_for_a_claim(booking: Booking) -> None:
    SeatLinkFactory(booking=booking)

    run_during(lambda: claim(booking), lambda: return_seats(booking, 1))

    assert list_passes(booking) == [("", 1, "valid"), ("Sam", 1, "valid")]
