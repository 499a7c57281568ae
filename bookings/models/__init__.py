"""Bookings, their tickets and waiting lists."""

from bookings.models.bookings import (
    ACTIVE,
    ENDED,
    MAX_GUEST_NAME_LENGTH,
    PASS_STATES,
    Booking,
    BookingQuerySet,
    Departure,
    Pass,
    SeatChange,
    SeatLink,
    takes_seats,
)
from bookings.models.waiting import WaitingEntry

__all__ = [
    "ACTIVE",
    "ENDED",
    "MAX_GUEST_NAME_LENGTH",
    "PASS_STATES",
    "Booking",
    "BookingQuerySet",
    "Departure",
    "Pass",
    "SeatChange",
    "SeatLink",
    "WaitingEntry",
    "takes_seats",
]
