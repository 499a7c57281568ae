"""Bookings with more links than seats are reported."""

import pytest

from bookings.models import Booking
from payments.reports.consistency_checks import list_violations
from tests.support.factories import GuestFactory, OccurrenceFactory, SeatLinkFactory
from tests.support.paid_orders import create_test_order


@pytest.fixture
def booking(as_visitor):
    """Two paid seats, given away by an open link and a claimed one."""
    create_test_order(as_visitor, OccurrenceFactory(), seats=2)
    booking = Booking.objects.get()
    SeatLinkFactory(booking=booking)
    GuestFactory(booking=booking)
    SeatLinkFactory(booking=booking, state="revoked")
    return booking


def test_as_many_links_as_seats_are_consistent(booking):
    assert list_violations() == []


def test_more_links_than_seats_are_a_violation(booking):
    SeatLinkFactory(booking=booking)

    assert list_violations() == [f"Booking {booking.public_id} has 2 seats to give away, and 3 links."]
