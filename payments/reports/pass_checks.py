"""Read-only consistency check of passes; one message per violation."""

from collections.abc import Iterator

from bookings.selectors.seat_links import list_mismatches


def seats_without_a_pass() -> Iterator[str]:
    """Check that the seats of live passes add up to those of their booking, and that each guest has one."""
    for _, public_id, seats, admitted in list_mismatches():
        yield f"Booking {public_id} has {seats} seats, and its passes admit {admitted}, or a guest's pass is missing."
