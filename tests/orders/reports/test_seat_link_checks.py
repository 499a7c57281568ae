"""Bookings with more links than seats are reported."""

import pytest

from bookings.models import Booking
from orders.reports.consistency_checks import list_violations
from tests.orders.api_calls import create_order, pay_test_order
from tests.support.factories import GuestFactory, OccurrenceFactory, SeatLinkFactory


@pytest.fixture
def booking(as_visitor):
    """Two paid seats, given away by an open link and a claimed one."""
    pay_test_order(as_visitor, create_order(as_visitor, OccurrenceFactory(), seats=2))
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
