"""Read what happened on the dates of some time. The number of queries is constant."""

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.utils import timezone

from bookings.models import WaitingEntry
from charityshop.db.columns import Epoch
from door.selectors.attendance import LetIn, count_let_in, filter_admissions
from events.models import Event, Occurrence
from figures.date_facts import RETURNS_WITHIN, DateFacts, mark_returning
from figures.selectors.sales import Sale, count_sold_later, read_sales, read_visitors
from giving.selectors.raised import get_raised_by_date
from orders.models import OrderLine

PUBLISHED, CANCELED = Event.Status.PUBLISHED, Occurrence.Status.SKIPPED
UNSERVED = (WaitingEntry.Status.ENDED, WaitingEntry.Status.WAITING)  # `upkeep` may not have ended the list yet
READ = (
    "pk",
    Epoch("starts_at"),
    "status",
    "cancel_reason",
    "event__status",
    "event__maximum_event_capacity",
    "event__public_id",
    "event__name",
    "event__format",
)
ZERO = Decimal(0)


def list_facts(since: datetime, until: datetime) -> list[DateFacts]:
    """Return the dates that started in this time, and before now.

    Of events that are hidden by now, only dates count that buyers knew of: the others may never have been on sale.
    """
    started = Occurrence.objects.filter(starts_at__lt=min(until, timezone.now()), is_placeholder=False)
    started = started.exclude(status=Occurrence.Status.DROPPED)
    dates, since_a_year = started.filter(starts_at__gte=since), started.filter(starts_at__gte=since - RETURNS_WITHIN)
    held, with_earlier = dates.exclude(status=CANCELED), since_a_year.exclude(status=CANCELED)
    admissions = filter_admissions(with_earlier)
    let_in = count_let_in(held, admissions.filter(device__night__occurrence__in=held))
    sales, visitors = read_sales(held), read_visitors(with_earlier, admissions)
    waited, raised, free = count_waited(held), get_raised_by_date(held), read_free(held)
    sold_later = count_sold_later(held)
    facts = []
    for pk, seconds, status, reason, event_status, capacity, product, name, form in dates.values_list(*READ).order_by():
        is_canceled, inside, sold = status == CANCELED, let_in.get(pk), sales.get(pk, [])
        if event_status != PUBLISHED and not (reason if is_canceled else sold or inside):
            continue
        starts_at = datetime.fromtimestamp(seconds, UTC)
        facts.append(
            DateFacts(
                product=product,
                name=name,
                format=form,
                starts_at=starts_at,
                day=timezone.localdate(starts_at),
                is_canceled=is_canceled,
                seats=capacity,
                sold=sum(sale.seats for sale in sold),
                sold_later=sold_later.get(pk, 0),
                days=[sale.days for sale in sold for _ in range(sale.seats)],
                came=inside.people if inside else None,
                did_not_come=count_empty(sold, inside) if inside else None,
                waited_in_vain=waited.get(pk, 0),
                visitors=visitors.get(pk, set()),
                raised=None if is_canceled or pk in free else raised.get(pk, ZERO),
            )
        )
    earlier = with_earlier.filter(starts_at__lt=since).values_list("pk", Epoch("starts_at")).order_by()
    mark_returning(facts, [(datetime.fromtimestamp(seconds, UTC), visitors.get(pk, set())) for pk, seconds in earlier])
    return facts


def count_empty(sales: Sequence[Sale], inside: LetIn) -> int:
    """Return the seats with which nobody came."""
    return sum(max(sale.seats - inside.by_booking[sale.booking], 0) for sale in sales)


def count_waited(dates: QuerySet[Occurrence]) -> dict[int, int]:
    entries = WaitingEntry.objects.filter(occurrence__in=dates, status__in=UNSERVED)
    return dict(entries.order_by().values_list("occurrence").annotate(Sum("seats")))


def read_free(dates: QuerySet[Occurrence]) -> set[int]:
    """Return the dates whose seats were free when they were sold. If none was, the event's price of now counts."""
    lines = OrderLine.objects.filter(booking__occurrence=OuterRef("pk"))
    sold = lines.filter(order__paid_at__isnull=False, order__is_test=False)
    free = dates.filter(Exists(sold) | Q(event__price=0)).exclude(Exists(sold.filter(price__gt=0)))
    return set(free.values_list("pk", flat=True))
