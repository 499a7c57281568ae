"""Sell seats at the door until a date ends, and keep seats for phones that sell without a connection.

Callers lock the date and then read the booking that keeps a phone's seats, if any. Seats obey the same rule as in the
shop: what is promised to the waiting list is not for sale.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.selectors import free_seats
from bookings.services import offers, passes, seats
from events.formatting import format_date_name
from events.models import Occurrence


def refuse_unless_open(date: Occurrence, now: datetime) -> None:
    """Raise DateUnavailable if the date has ended or doesn't take place."""
    if not date.takes_place or date.ends_at <= now:
        why = "has ended" if date.ends_at <= now else "is canceled"
        raise seats.DateUnavailable(f"{format_date_name(date)} {why}.")


def count_left(date: Occurrence, now: datetime) -> int:
    """Return how many seats the door can sell, besides those that phones keep: none unless it is open."""
    if not date.takes_place or date.ends_at <= now:
        return 0
    return max(free_seats.count_left(date, free_seats.read_taken_and_lines([date.pk], now), now), 0)


def book_at_door(
    *, date: Occurrence, count: int, allotted: Booking | None, now: datetime, sold_at: datetime, by: User
) -> Booking:
    """Create a confirmed booking with its pass. Take seats that are kept for the phone first. Raise SoldOut."""
    from_allotted = min(count, count_allotted(allotted, now))
    if count > from_allotted:
        seats.refuse_unless_enough({date.pk: date}, {date.pk: count - from_allotted}, now)
    if allotted and from_allotted:
        set_allotted(allotted, allotted.seats - from_allotted)
    status = Booking.Status.CONFIRMED
    booking = Booking.objects.create(occurrence=date, seats=count, user=by, status=status, created_at=now)
    passes.create_passes(booking_ids=[booking.pk], sold_at=sold_at)
    return booking


def hold_for_phone(
    *, date: Occurrence, count: int, allotted: Booking | None, until: datetime, now: datetime, by: User
) -> Booking | None:
    """Keep exactly this number of seats for a phone. Return the booking that holds them, or None for no seats.

    Seats that are given back are offered to the waiting list. Raise SoldOut or DateUnavailable without any change.
    """
    had = count_allotted(allotted, now)
    if count > had:
        refuse_unless_open(date, now)
        seats.refuse_unless_enough({date.pk: date}, {date.pk: count - had}, now)
    if allotted and had:
        set_allotted(allotted, count)
    elif count:
        allotted = Booking.objects.create(
            kind=Booking.Kind.ALLOTMENT, occurrence=date, seats=count, user=by, held_until=until, created_at=now
        )
    if count < had:
        offers.offer_seats(occurrence_ids=[date.pk])
    return allotted if count else None


def renew_allotments(later: Mapping[int, timedelta]) -> None:
    """Let phones keep their seats of locked dates, which end so much later, as long after their ends as before."""
    kept = Booking.objects.taken(timezone.now()).filter(kind=Booking.Kind.ALLOTMENT, occurrence__in=later)
    for booking in kept:
        Booking.objects.filter(pk=booking.pk).update(held_until=F("held_until") + later[booking.occurrence_id])


def count_allotted(allotted: Booking | None, now: datetime) -> int:
    """Return how many seats this booking still keeps: none once its hold is over, since they may be sold by then."""
    if allotted is None or allotted.status != Booking.Status.PENDING:
        return 0
    return allotted.seats if allotted.held_until and allotted.held_until > now else 0


def set_allotted(allotted: Booking, count: int) -> None:
    """Change the seats that a booking keeps. Without any, it is canceled and keeps its last number."""
    if count:
        allotted.seats = count
        allotted.save(update_fields=["seats"])
    else:
        seats.update_bookings([allotted.pk], Booking.Status.CANCELLED, None)
        allotted.status = Booking.Status.CANCELLED
