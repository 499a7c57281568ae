"""Return seats of sold bookings, in one or several parts.

Like those of `bookings.services.seats`, each function runs in the caller's transaction and locks the dates first.
Seats stay taken while their refund is requested. `returning` counts them, so that they cannot be returned twice.
"""

from collections.abc import Mapping

from django.db.models import F
from django.utils import timezone

from bookings.models import Booking
from bookings.services import offers, passes
from bookings.services.seat_links import revoke_surplus_links
from bookings.services.seats import lock_booked_dates


def request_return(*, seats: Mapping[int, int]) -> None:
    """Mark seats whose refund is requested, and revoke links to them. `seats` maps booking IDs to numbers of seats.

    The constraint `booking_returns_its_own_seats` refuses more seats than a booking has.
    """
    lock_booked_dates(seats)
    for booking_id, count in seats.items():
        Booking.objects.filter(pk=booking_id).update(returning=F("returning") + count)
        revoke_surplus_links(Booking(pk=booking_id))


def cancel_return(*, seats: Mapping[int, int]) -> None:
    """Keep the seats, because their refund failed."""
    lock_booked_dates(seats)
    for booking_id, count in seats.items():
        Booking.objects.filter(pk=booking_id).update(returning=F("returning") - count)


def complete_return(*, seats: Mapping[int, int], status: Booking.Status = Booking.Status.REFUNDED) -> None:
    """Release the seats to the waiting list first. A booking without seats left ends and keeps its number."""
    locked = lock_booked_dates(seats)
    ordered = offers.list_ordered_offers(seats)
    for booking in Booking.objects.filter(pk__in=seats):
        count = seats[booking.pk]
        booking.returning -= count
        if booking.status == Booking.Status.CONFIRMED and booking.seats > count:
            booking.seats -= count
        elif booking.status in (Booking.Status.CONFIRMED, Booking.Status.PENDING):
            booking.status = status
            booking.held_until = None
        booking.save(update_fields=["returning", "seats", "status", "held_until"])
        passes.update_passes(booking_id=booking.pk)
    offers.return_offers(ordered, timezone.now())
    offers.offer_seats(occurrence_ids=locked)
