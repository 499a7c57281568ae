"""Limit the free seats that one account may have of a date. Paid seats are never limited.

Callers lock the buyer's row first, so that concurrent requests of one account are counted one after the other.
"""

from collections.abc import Collection, Mapping

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.selectors.taken_seats import count_limited_seats
from charityshop.exceptions import DomainError
from events.formatting import format_count, format_day
from events.models import Occurrence


class TooManyFreeSeats(DomainError):
    """More free seats than one account may have."""

    code = "free_seat_limit"


def refuse_too_many_free_seats(wanted: Mapping[int, int], buyer: User, besides: Collection[int] = ()) -> None:
    """Refuse more than MAX_FREE_SEATS per date and account. `wanted` maps occurrence IDs to requested free seats.

    Count the account's confirmed and held free seats that are on the date or were sold for it, except the bookings in
    `besides`. Paid seats, seats that a code made free, and bookings made by staff don't count.
    """
    if not wanted:
        return
    taken = Booking.objects.taken(timezone.now()).filter(user=buyer, order_line__price=0)
    had = count_limited_seats(taken.exclude(pk__in=besides), wanted)
    for date_id, seats in wanted.items():
        if seats + had.get(date_id, 0) > settings.MAX_FREE_SEATS:
            already = f", and you have {had[date_id]} already" if date_id in had else ""
            limit, date = format_count(settings.MAX_FREE_SEATS, "free seat"), format_date_name(date_id)
            raise TooManyFreeSeats(f"One account can have {limit} for {date}{already}.")


def format_date_name(date_id: int) -> str:
    date = Occurrence.objects.select_related("event").get(pk=date_id)
    return f"{date.event.name} on {format_day(date.starts_at)}"
