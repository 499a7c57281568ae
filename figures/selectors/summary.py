"""The figures of a season or of twelve months: by format and weekday, by event, and by month.

They come from what happened on each date. The number of queries is constant.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from django.db.models import Case, Count, F, Max, Q, QuerySet, Sum, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from bookings.models import Booking, SeatMove, WaitingEntry
from charityshop.db.columns import Epoch
from discounts.models import Voucher
from door.selectors.attendance import VISITOR, LetIn, count_let_in, filter_admissions, filter_closed, has_visitor
from events.datetimes import get_day_bounds, get_shop_zone
from events.models import Event, Occurrence, count_capacity
from figures.date_facts import RETURNS_WITHIN, DateFacts, calculate_figures, mark_returning
from giving.models import Goal
from giving.selectors import get_received_by_date
from orders.models import AppliedDiscount, OrderLine

PUBLISHED, CANCELED = Event.Status.PUBLISHED, Occurrence.Status.CANCELED
UNSERVED = (WaitingEntry.Status.ENDED, WaitingEntry.Status.WAITING)  # `upkeep` may not have ended the list yet
READ = (
    "pk",
    Epoch("starts_at"),
    "status",
    "cancel_reason",
    "event__status",
    "event__hidden_at",
    count_capacity(),
    "event__public_id",
    "event__name",
    "event__format",
)
ZERO = Decimal(0)
SECONDS_A_DAY = 86_400

# --- Which seats were sold when dates started, and which users came --------------------------------------------------
#
# Seats that were returned or moved away after the start were sold at the start: the moves until then add up to them.
# Test orders are left out. Where nobody counted at the door, users came if they had a seat.


@dataclass(frozen=True, slots=True)
class Sale:
    """Seats of a booking that was confirmed when its date started."""

    booking: int
    seats: int
    by_hand: bool
    free: int  # how many of the seats cost nothing, though there is an order
    days: int  # from the sale to the start, rounded down
    visitor: int | None  # the user


def read_sales(dates: QuerySet[Occurrence]) -> dict[int, list[Sale]]:
    """Return the bookings that were confirmed when these dates started, by date."""
    found = defaultdict[int, list[Sale]](list)
    sold_at = Coalesce("ticket__booking__order_line__order__paid_at", "ticket__booking__created_at")
    ahead = Epoch("occurrence__starts_at") - Epoch(sold_at)
    price = "ticket__booking__order_line__line_price"
    rows = list_sold(dates).values_list("occurrence", "ticket__booking", "visitor", ahead, price)
    given = read_free_seats(dates)
    for on, booking, visitor, seconds, paid, seats in rows.annotate(sum=Sum("seats")).filter(sum__gt=0):
        free = seats if paid == 0 else min(given.get(booking, 0), seats)
        found[on].append(Sale(booking, seats, paid is None, free, seconds // SECONDS_A_DAY, visitor))
    return found


def read_free_seats(dates: QuerySet[Occurrence]) -> dict[int, int]:
    """Return how many seats of orders for these dates cost nothing because of a discount, by booking."""
    of_dates = AppliedDiscount.objects.filter(line__booking__occurrence__in=dates)
    rows = of_dates.values_list("line__booking", "line__price", "seats", "amount", "voucher__kind")
    found = defaultdict[int, int](int)
    for booking, price, seats, amount, kind in rows.order_by():
        found[booking] += seats if kind == Voucher.Kind.FREE_SEATS or amount == price * seats else 0
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

    later: int  # seats that were sold for money after it started, as at the door
    is_free: bool


def read_sold(dates: QuerySet[Occurrence]) -> dict[int, Sold]:
    """Return what was sold for these dates, by date. Those for which nothing was ever sold are missing."""
    lines = OrderLine.objects.filter(order__paid_at__isnull=False, order__is_test=False, booking__occurrence__in=dates)
    is_later = Q(
        booking__status=Booking.Status.CONFIRMED,
        line_price__gt=0,
        order__paid_at__gt=F("booking__occurrence__starts_at"),
    )
    sums = {"later": Sum("booking__seats", filter=is_later), "paid": Count("pk", filter=Q(price__gt=0))}
    rows = lines.order_by().values_list("booking__occurrence").annotate(**sums)
    return {on: Sold(later or 0, is_free=not paid) for on, later, paid in rows}


# --- The summary -----------------------------------------------------------------------------------------------------


def get_summary(first: date, last: date) -> dict[str, Any]:
    """Return the figures of the dates that started on these days at the shop, and before now."""
    facts = list_facts(get_day_bounds(first)[0], get_day_bounds(last)[1])
    return {
        "first": first,
        "last": last,
        "seasons": Goal.objects.filter(event=None),  # all of them, to choose from
        "formats": list_groups(facts, lambda each: {"format": each.format, "weekday": each.day.weekday()}),
        "events": list_groups(facts, lambda each: {"name": each.name, "product": each.product}),
        "months": list_groups(facts, lambda each: {"month": f"{each.day:%Y-%m}"}),
        "total": calculate_figures(facts),
        "as_of": timezone.now(),
    }


def list_groups(facts: Iterable[DateFacts], describe: Callable[[DateFacts], dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the figures of the dates that are described alike, sorted by that."""
    groups = defaultdict[Any, list[DateFacts]](list)
    for each in facts:
        groups[tuple(describe(each).items())].append(each)
    return [dict(group) | {"figures": calculate_figures(groups[group])} for group in sorted(groups)]


# --- What happened on the dates of some time --------------------------------------------------------------------------


def list_facts(since: datetime, until: datetime) -> list[DateFacts]:
    """Return the dates that started in this time, and before now.

    Of events that are hidden by now, only dates count that buyers knew of: the others may never have been on sale.
    A date is free if its seats were when they were sold. If none was, the event's price of now counts.
    """
    started = Occurrence.objects.filter(starts_at__lt=min(until, timezone.now()))
    started = started.exclude(status=Occurrence.Status.DROPPED)
    dates, earlier = (
        started.filter(starts_at__gte=since),
        started.filter(starts_at__gte=since - RETURNS_WITHIN, starts_at__lt=since),
    )
    held = dates.exclude(status=CANCELED)
    let_in, sales, sold_ever = count_let_in(held), read_sales(held), read_sold(held)
    waited, received = count_waited(held), get_received_by_date(held)
    free = set(Event.objects.filter(price=0).values_list("public_id", flat=True))
    zone, facts = get_shop_zone(), []
    for row in dates.with_cancel_reasons().values_list(*READ).order_by():
        pk, seconds, status, reason, event_status, hidden_at, capacity, product, name, form = row
        is_canceled, inside, sold = status == CANCELED, let_in.get(pk), sales.get(pk, [])
        if (hidden_at or event_status != PUBLISHED) and not (reason if is_canceled else sold or inside):
            continue
        starts_at = datetime.fromtimestamp(seconds, zone)
        orders = sold_ever.get(pk) or Sold(later=0, is_free=product in free)
        facts.append(
            DateFacts(
                product=product,
                name=name,
                format=form,
                starts_at=starts_at,
                day=starts_at.date(),
                is_canceled=is_canceled,
                seats=capacity,
                taken=sum(sale.seats for sale in sold),
                by_hand=sum(sale.seats for sale in sold if sale.by_hand),
                free=sum(sale.free for sale in sold),
                sold_later=orders.later,
                days=[sale.days for sale in sold for _ in range(sale.seats)],
                came=inside.people if inside else None,
                did_not_come=count_empty(sold, inside) if inside else None,
                waited_in_vain=waited.get(pk, 0),
                visitors=inside.visitors if inside else {sale.visitor for sale in sold if sale.visitor},
                received=None if is_canceled or orders.is_free else received.get(pk, ZERO),
            )
        )
    mark_returning(facts, read_last_visits(earlier.exclude(status=CANCELED)))
    return facts


def count_empty(sales: Sequence[Sale], inside: LetIn) -> int:
    """Return the seats with which nobody came."""
    return sum(max(sale.seats - inside.by_booking[sale.booking], 0) for sale in sales)


def count_waited(dates: QuerySet[Occurrence]) -> dict[int, int]:
    entries = WaitingEntry.objects.filter(occurrence__in=dates, status__in=UNSERVED)
    return dict(entries.order_by().values_list("occurrence").annotate(Sum("seats")))
