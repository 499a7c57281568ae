"""Bookings with more links than seats are reported, and those whose passes don't add up to their seats."""

import pytest
from django.utils import timezone

from bookings.models import Booking, Pass, SeatLink
from payments.reports.consistency_checks import list_violations
from tests.support.factories import GuestFactory, OccurrenceFactory, SeatLinkFactory
from tests.support.paid_orders import create_test_order


@pytest.fixture
def booking(as_visitor):
    """Three paid seats, one of which a guest has."""
    create_test_order(as_visitor, OccurrenceFactory(), seats=3)
    booking = Booking.objects.get()
    GuestFactory(booking=booking)
    return booking


def report(booking: Booking, admitted: int) -> list[str]:
    return [f"Booking {booking.public_id} has 3 seats, and its passes admit {admitted}, or a guest's pass is missing."]


def test_passes_that_add_up_are_consistent(booking):
    assert list_violations() == []


def test_a_pass_that_admits_too_many_is_a_violation(booking):
    Pass.objects.filter(seat_link=None).update(seats=4)

    assert list_violations() == report(booking, 5)


def test_a_booking_without_passes_is_a_violation(booking):
    SeatLink.objects.update(state="revoked", first_name="")
    Pass.objects.all().delete()

    assert list_violations() == report(booking, 0)


def test_a_guest_without_a_pass_is_a_violation(booking):
    Pass.objects.filter(seat_link=None).update(seats=3)
    Pass.objects.exclude(seat_link=None).update(ended_at=timezone.now(), ended_because="replaced")

    assert list_violations() == report(booking, 3)


def test_a_pass_without_its_guest_is_a_violation(booking):
    SeatLink.objects.update(state="revoked", first_name="")

    assert list_violations() == report(booking, 3)


def test_more_links_than_seats_are_a_violation(booking):
    SeatLinkFactory.create_batch(3, booking=booking)

    assert list_violations() == [f"Booking {booking.public_id} has 3 seats to give away, and 4 links."]
