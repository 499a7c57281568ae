"""Read which seats were sold when dates started, and which users came.

Seats that were returned or moved away after the start were sold at the start: the moves until then add up to them. Test
orders are left out. Where nobody counted at the door, users came if they had a seat.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Case, Count, F, Max, Q, QuerySet, Sum, When
from django.db.models.functions import Coalesce

from bookings.models import Booking, SeatMove
from charityshop.db.columns import Epoch
from door.selectors.attendance import VISITOR, filter_admissions, filter_closed, has_visitor
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
    sold_at = Coalesce("ticket__booking__order_line__order__paid_at", "ticket__booking__created_at")
    ahead = Epoch("occurrence__starts_at") - Epoch(sold_at)
    rows = list_sold(dates).values_list("occurrence", "ticket__booking", "visitor", ahead)
    for date, booking, visitor, seconds, seats in rows.annotate(sum=Sum("seats")).filter(sum__gt=0):
        found[date].append(Sale(booking, seats, seconds // SECONDS_A_DAY, visitor))
    return found


def list_sold(dates: QuerySet[Occurrence]) -> QuerySet[Any]:
    """Return what moved until these dates started, with the users who came. The sums are what was sold then."""
    moves = SeatMove.objects.filter(occurrence__in=dates, at__lte=F("occurrence__starts_at")).order_by()
    visitor = Case(When(has_visitor("ticket__booking__"), then="ticket__booking__user"))
    return moves.exclude(ticket__booking__order_line__order__is_test=True).annotate(visitor=visitor)


def read_last_visits(dates: QuerySet[Occurrence]) -> dict[int, datetime]:
    """Return by user when the last of these dates started that they visited."""
    uncounted = dates.exclude(pk__in=filter_closed(dates).values("occurrence"))
    last: dict[int, int] = {}
    entered = filter_admissions(dates).annotate(visitor=VISITOR).order_by().values_list("visitor")
    entries = entered.annotate(last=Max(Epoch("phone__door__occurrence__starts_at")))
    sold = list_sold(uncounted).values_list("visitor", Epoch("occurrence__starts_at")).annotate(sum=Sum("seats"))
    for user, seconds, *_ in [*entries, *sold.filter(sum__gt=0)]:
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
