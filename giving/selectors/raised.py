"""Calculate what was raised so far: on dates, or in a season.

Only money that PayPal confirmed with its fee counts, and cash of the door. Test orders and other currencies are left
out. The dates and the gifts alone of a season add up to the season, to the cent.
"""

from collections.abc import Iterator
from datetime import date

from django.db.models import Q, QuerySet

from events.datetimes import get_day_bounds
from events.models import Occurrence
from giving.models import Goal
from giving.proceeds import Raised, spread_raised
from giving.selectors.paid_orders import RELATED, list_paid_orders
from orders.models import Order, Payment

BATCH_SIZE = 200  # orders in memory


def get_raised_on_dates(dates: QuerySet[Occurrence]) -> Raised:
    """Return what the order lines on these dates raised."""
    wanted = set(dates.values_list("pk", flat=True))
    total = Raised()
    for order in list_orders(Order.objects.filter(lines__booking__occurrence__in=dates)):
        date_ids = {line.pk: line.booking.occurrence_id for line in order.lines.all()}
        for paid in list_paid_orders(order):
            for line_id, raised in spread_raised(paid).items():
                total += raised if line_id and date_ids[line_id] in wanted else Raised()
    return total


def get_raised_alone(first: date, last: date) -> Raised:
    """Return what gifts without seats raised that were booked on these days."""
    days = {"booked_on__gte": first, "booked_on__lte": last}
    payments = Payment.objects.filter(**days, order__lines=None)
    total = Raised()
    for order in list_orders(Order.objects.filter(payments__in=payments)):
        for paid in list_paid_orders(order):
            total += sum(spread_raised(paid).values(), Raised())
    return total


def get_raised_in_season(goal: Goal) -> Raised:
    """Return what the dates and the gifts alone between the goal's first and last day raised."""
    if goal.starts_on is None or goal.ends_on is None:
        raise ValueError("A goal for an event has no season.")
    return get_raised_on_dates(list_dates_of_season(goal.starts_on, goal.ends_on)) + get_raised_alone(
        goal.starts_on, goal.ends_on
    )


def list_dates_of_season(first: date, last: date) -> QuerySet[Occurrence]:
    """Return the dates that start on these days, in the shop's time zone."""
    return Occurrence.objects.filter(starts_at__gte=get_day_bounds(first)[0], starts_at__lt=get_day_bounds(last)[1])


def list_orders(orders: QuerySet[Order]) -> Iterator[Order]:
    """Read orders that have money, each once, with everything that `list_paid_orders` needs."""
    has_money = Q(payments__status=Payment.Status.COMPLETED) | Q(cash_payment__isnull=False)
    ids = Order.objects.filter(has_money, pk__in=orders.values("pk"), is_test=False).values("pk")
    read = Order.objects.filter(pk__in=ids).select_related("cash_payment").order_by("pk")
    return read.prefetch_related(*RELATED, "lines__booking").iterator(chunk_size=BATCH_SIZE)
