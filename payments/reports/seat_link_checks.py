"""Read-only consistency check of seats that buyers give away; one message per violation."""

from collections.abc import Iterator

from django.db.models import Count, F

from bookings.models import Booking, SeatLink


def seats_given_away_twice() -> Iterator[str]:
    """Check that open and claimed links don't exceed a booking's seats, without those being returned."""
    live = [SeatLink.State.OPEN, SeatLink.State.CLAIMED]
    bookings = Booking.objects.filter(status=Booking.Status.CONFIRMED, seat_links__state__in=live)
    counted = bookings.annotate(left=F("seats") - F("returning"), given=Count("seat_links"))
    for public_id, left, given in counted.filter(given__gt=F("left")).values_list("public_id", "left", "given"):
        yield f"Booking {public_id} has {left} seats to give away, and {given} links."
