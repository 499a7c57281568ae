"""What was sold on a day, by date: seats, and what was received as the journal has it."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from discounts.models import Voucher
from events.datetimes import get_day_bounds
from events.models import Occurrence
from orders.models import AppliedDiscount, Order, OrderLine
from payments.models import Transfer
from payments.selectors.sums import Sums, sum_rows, sum_rows_by

DATE = "line__booking__occurrence"


@dataclass(frozen=True, slots=True)
class DateSales:
    """What a date had of a day, or with None what belongs to no date."""

    date: Occurrence | None
    sold: int
    free: int
    sums: Sums


def list_sales(day: date) -> QuerySet[Order]:
    """Return what was bought on a day, with gifts alone and without test orders."""
    begins_at, ends_at = get_day_bounds(day)
    return Order.objects.filter(paid_at__gte=begins_at, paid_at__lt=ends_at, is_test=False)


def list_rows(day: date) -> QuerySet[Transfer]:
    """Return the journal's rows of a day without those that staff entered: neither costs nor payouts are sales."""
    return Transfer.objects.filter(day=day, entry=None)


def sum_day(day: date) -> Sums:
    return sum_rows(list_rows(day))


def list_date_sales(day: date) -> Iterator[DateSales]:
    """Yield what each date had of a day, the first one first, and then what belongs to none. Refunds lower it."""
    sums, seats = sum_rows_by(list_rows(day), DATE), count_seats(day)
    dates = Occurrence.objects.select_related("event").filter(pk__in={*seats, *(pk for (pk,) in sums if pk)})
    for each in dates.order_by("starts_at", "pk"):
        sold, free = seats.get(each.pk, (0, 0))
        yield DateSales(each, sold, free, sums.get((each.pk,), Sums()))
    if (None,) in sums:
        yield DateSales(None, 0, 0, sums[None,])


def count_seats(day: date) -> dict[int, tuple[int, int]]:
    """Return by date how many seats were sold on a day, and how many cost nothing, also by a code for free seats."""
    lines = OrderLine.objects.filter(order__in=list_sales(day)).order_by()
    given = AppliedDiscount.objects.filter(
        line__in=lines, line__line_price__gt=0, voucher__kind=Voucher.Kind.FREE_SEATS
    )
    found = defaultdict[int, Counter[str]](Counter)
    for pk, seats, price in lines.values_list("booking__occurrence", "seats", "line_price"):
        found[pk]["sold" if price else "free"] += seats
    for pk, seats in given.order_by().values_list("line__booking__occurrence", "seats"):
        found[pk].update(sold=-seats, free=seats)
    return {pk: (counts["sold"], counts["free"]) for pk, counts in found.items()}
