"""Calculate what was raised so far: on dates, or in a season.

Only money that PayPal confirmed with its fee counts, and cash of the door. Test orders and other currencies are left
out. The dates and the gifts alone of a season add up to the season, to the cent, once enough people gave.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from events.datetimes import get_day_bounds
from events.models import Occurrence
from giving.models import Goal
from giving.proceeds import NOTHING, Proceeds, Raised, spread_raised
from giving.selectors.paid_orders import RELATED, list_paid_orders
from giving.splits import MIN_GIVERS
from orders.models import Order, Payment

BATCH_SIZE = 200  # orders in memory


@dataclass(frozen=True, slots=True)
class Figure:
    """What everybody may read, and gifts of fewer than MIN_GIVERS people, which it leaves out: it would state them."""

    shown: Raised
    hidden: Raised = NOTHING
    givers: frozenset[int] = frozenset()  # of what is hidden

    @property
    def total(self) -> Raised:
        return self.shown + self.hidden

    @classmethod
    def of(cls, proceeds: Proceeds, user_id: int) -> "Figure":
        is_gift = proceeds.gifts != NOTHING
        return cls(proceeds.seats, proceeds.gifts, frozenset({user_id} if is_gift else ()))


def combine(figures: Iterable[Figure]) -> Figure:
    """Return the sum of figures. Gifts that each of them hides are shown once they are those of enough people.

    Figures that are public must be combined before they become part of a larger one. Otherwise the difference of the
    two would be what the smaller one hides.
    """
    shown, hidden, givers = NOTHING, NOTHING, frozenset[int]()
    for figure in figures:
        shown, hidden, givers = shown + figure.shown, hidden + figure.hidden, givers | figure.givers
    return Figure(shown + hidden) if len(givers) >= MIN_GIVERS else Figure(shown, hidden, givers)


def get_raised_on_dates(dates: QuerySet[Occurrence]) -> Figure:
    """Return what the order lines on these dates of one event, or of several, raised."""
    events = dict(dates.values_list("pk", "event_id"))
    by_date: dict[int, list[Figure]] = defaultdict(list)
    for order in list_orders(Order.objects.filter(lines__booking__occurrence__in=dates)):
        date_ids = {line.pk: line.booking.occurrence_id for line in order.lines.all()}
        for paid in list_paid_orders(order):
            for line_id, proceeds in spread_raised(paid).items():
                if line_id and date_ids[line_id] in events:
                    by_date[date_ids[line_id]].append(Figure.of(proceeds, order.user_id))
    by_event: dict[int, list[Figure]] = defaultdict(list)
    for date_id, figures in by_date.items():
        by_event[events[date_id]].append(combine(figures))
    return combine(combine(figures) for figures in by_event.values())


def get_raised_alone(first: date, last: date) -> Figure:
    """Return what gifts without seats raised that were booked on these days."""
    days = {"booked_on__gte": first, "booked_on__lte": last}
    payments = Payment.objects.filter(**days, order__lines=None)
    return combine(
        Figure.of(proceeds, order.user_id)
        for order in list_orders(Order.objects.filter(payments__in=payments))
        for paid in list_paid_orders(order)
        for proceeds in spread_raised(paid).values()
    )


def get_raised_in_season(goal: Goal) -> Figure:
    """Return what the dates and the gifts alone between the goal's first and last day raised."""
    if goal.starts_on is None or goal.ends_on is None:
        raise ValueError("A goal for an event has no season.")
    on_dates = get_raised_on_dates(list_dates_of_season(goal.starts_on, goal.ends_on))
    return combine([on_dates, get_raised_alone(goal.starts_on, goal.ends_on)])


def list_dates_of_season(first: date, last: date) -> QuerySet[Occurrence]:
    """Return the dates that start on these days, in the shop's time zone."""
    return Occurrence.objects.filter(starts_at__gte=get_day_bounds(first)[0], starts_at__lt=get_day_bounds(last)[1])


def list_orders(orders: QuerySet[Order]) -> Iterator[Order]:
    """Read orders that have money, each once, with everything that `list_paid_orders` needs."""
    has_money = Q(payments__status=Payment.Status.COMPLETED) | Q(cash_payment__isnull=False)
    ids = Order.objects.filter(has_money, pk__in=orders.values("pk"), is_test=False).values("pk")
    read = Order.objects.filter(pk__in=ids).select_related("cash_payment").order_by("pk")
    return read.prefetch_related(*RELATED, "lines__booking").iterator(chunk_size=BATCH_SIZE)
