"""Read which seats were sold when dates started, and which users came.

Seats that were returned or moved away after the start were sold at the start: `SeatChange` and `Departure` say what was
before. Nothing moves to a date that has started. Test orders are left out. Where nobody counted at the door, users came
if they had a seat.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Case, Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, Sum, When
from django.db.models.functions import Coalesce

from bookings.models import ENDED, Booking, Departure, Pass, SeatChange
from charityshop.db.columns import Epoch
from door.models import Night
from door.selectors.attendance import VISITOR, filter_admissions, has_visitor
from events.models import Occurrence
from orders.models import OrderLine

SECONDS_A_DAY = 86_400


@dataclass(frozen=True, slots=True)
class Sale:
    """Seats of a booking that was confirmed when its date started."""

    booking: int
    seats: int
    days: int  # from the sale to the start, rounded down
    visitor: int | None  # the user


def read_sales(dates: QuerySet[Occurrence]) -> dict[int, list[Sale]]:
    """Return the bookings that were confirmed when these dates started, by date."""
    found = defaultdict[int, list[Sale]](list)
    for rows, booking in list_sold(dates):
        columns = ("occurrence", booking, "seats_then", Epoch("occurrence__starts_at") - Epoch("sold_at"), "visitor")
        for date, pk, seats, seconds, visitor in rows.values_list(*columns):
            found[date].append(Sale(pk, seats, seconds // SECONDS_A_DAY, visitor))
    return found


def list_sold(dates: QuerySet[Occurrence]) -> Iterator[tuple[QuerySet[Any], str]]:
    """Yield the bookings that are still on these dates, and departures of those that left after the start.

    The paths lead to the bookings. All rows have the seats that the booking had then, and when it was sold to whom.
    """
    has_pass = Exists(Pass.objects.filter(booking=OuterRef("pk")))
    ended_later = Q(has_pass, status__in=ENDED, ended_at__gt=F("occurrence__starts_at"))
    here = Booking.objects.filter(Q(status=Booking.Status.CONFIRMED) | ended_later, occurrence__in=dates)
    left = Departure.objects.filter(occurrence__in=dates, at__gt=F("occurrence__starts_at"))
    for rows, booking, path in ((here, "pk", ""), (left, "booking", "booking__")):
        later = SeatChange.objects.filter(
            booking=OuterRef(booking), ticket=None, at__gt=OuterRef("occurrence__starts_at")
        ).order_by("at", "pk")
        sold = rows.exclude(**{f"{path}order_line__order__is_test": True}).annotate(
            seats_then=Coalesce(Subquery(later.values("seats")[:1]), f"{path}seats"),
            sold_at=Coalesce(f"{path}order_line__order__paid_at", f"{path}created_at"),
            visitor=Case(When(has_visitor(path), then=f"{path}user")),
        )
        yield sold.filter(sold_at__lte=F("occurrence__starts_at"), seats_then__gt=0).order_by(), booking


def read_last_visits(dates: QuerySet[Occurrence]) -> dict[int, datetime]:
    """Return by user when the last of these dates started that they visited."""
    uncounted = dates.exclude(pk__in=Night.objects.filter(closed_at__isnull=False).values("occurrence"))
    last: dict[int, int] = {}
    visits = [(filter_admissions(dates).annotate(visitor=VISITOR), "device__night__occurrence__starts_at")]
    visits += [(rows, "occurrence__starts_at") for rows, _ in list_sold(uncounted)]
    for rows, starts_at in visits:
        for user, seconds in rows.order_by().values_list("visitor").annotate(last=Max(Epoch(starts_at))):
            last[user] = max(seconds, last.get(user, 0))
    return {user: datetime.fromtimestamp(seconds, UTC) for user, seconds in last.items() if user}


@dataclass(frozen=True, slots=True)
class Sold:
    """What the orders of a date say."""

    later: int  # seats that were sold after it started, as at the door
    is_free: bool


def read_sold(dates: QuerySet[Occurrence]) -> dict[int, Sold]:
    """Return what was sold for these dates, by date. Those for which nothing was ever sold are missing."""
    lines = OrderLine.objects.filter(order__paid_at__isnull=False, order__is_test=False, booking__occurrence__in=dates)
    is_later = Q(booking__status=Booking.Status.CONFIRMED, order__paid_at__gt=F("booking__occurrence__starts_at"))
    sums = {"later": Sum("booking__seats", filter=is_later), "paid": Count("pk", filter=Q(price__gt=0))}
    rows = lines.order_by().values_list("booking__occurrence").annotate(**sums)
    return {date: Sold(later or 0, is_free=not paid) for date, later, paid in rows}
