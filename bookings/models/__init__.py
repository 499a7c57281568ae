"""Bookings, their tickets and waiting lists."""

from bookings.models.bookings import (
    ACTIVE,
    MAX_GUEST_NAME_LENGTH,
    PASS_STATES,
    Booking,
    BookingQuerySet,
    Pass,
    SeatLink,
    SeatMove,
    takes_seats,
)
from bookings.models.waiting import WaitingEntry

__all__ = [
    "ACTIVE",
    "MAX_GUEST_NAME_LENGTH",
    "PASS_STATES",
    "Booking",
    "BookingQuerySet",
    "Pass",
    "SeatLink",
    "SeatMove",
    "WaitingEntry",
    "takes_seats",
]
