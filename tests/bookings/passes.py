"""Passes of bookings in tests."""

from bookings.models import Booking


def list_passes(booking: Booking) -> list[tuple[str, int, str]]:
    """Return the label, seats and state of each pass, oldest first."""
    passes = booking.passes.select_related("booking").order_by("pk")
    return [(ticket.label, ticket.seats, ticket.state) for ticket in passes]
