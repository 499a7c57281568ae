"""Calculate what was raised so far: on dates, or in a season.

Only money that PayPal confirmed with its fee counts, and cash of the door. Test orders and other currencies are left
out. A public group of gifts counts if all of its gifts were given with these dates, or in this season.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from datetime import date
from decimal import Decimal
from itertools import groupby

from django.db.models import Exists, F, OuterRef, QuerySet, Sum

from events.datetimes import get_day_bounds
from events.models import Occurrence
from giving.gifts import Gift, list_gifts
from giving.models import Goal
from giving.proceeds import NOTHING, Raised, convert_gifts, spread, spread_raised
from giving.selectors.gifts import read_gifts
from giving.selectors.paid_orders import get_counted_payments, list_orders, list_paid_orders
from orders.models import Order, OrderLine, Payment, Refund
from orders.pricing import ZERO


def get_raised_on_dates(dates: QuerySet[Occurrence]) -> Raised:
    """Return what the order lines on these dates raised."""
    sold, lines = sum_lines(dates)
    return sold + sum_public_gifts(lambda gift: gift.line in lines)


def get_raised_in_season(goal: Goal) -> Raised:
    """Return what the dates and the gifts alone between the goal's first and last day raised."""
    first, last = goal.starts_on, goal.ends_on
    if first is None or last is None:
        raise ValueError("A goal for an event has no season.")
    sold, lines = sum_lines(list_dates_of_season(first, last))
    gifts = sum_public_gifts(lambda gift: gift.line in lines or (gift.line is None and first <= gift.paid_on <= last))
    return sold + sum_alone(first, last) + gifts


def list_dates_of_season(first: date, last: date) -> QuerySet[Occurrence]:
    """Return the dates that start on these days, in the shop's time zone."""
    return Occurrence.objects.filter(starts_at__gte=get_day_bounds(first)[0], starts_at__lt=get_day_bounds(last)[1])


def sum_lines(dates: QuerySet[Occurrence]) -> tuple[Raised, set[int]]:
    """Return what the order lines on these dates raised without gifts, and the IDs of these lines."""
    raised, lines = NOTHING, set[int]()
    date_ids = set(dates.values_list("pk", flat=True))
    for order in list_orders(Order.objects.filter(lines__booking__occurrence__in=dates)):
        here = {line.pk for line in order.lines.all() if line.booking.occurrence_id in date_ids}
        lines |= here
        for paid in list_paid_orders(order):
            raised += sum((found for line, found in spread_raised(paid).items() if line in here), NOTHING)
    return raised, lines


def sum_alone(first: date, last: date) -> Raised:
    """Return what payments without seats raised besides their gifts, if they were booked on these days."""
    payments = Payment.objects.filter(booked_on__range=(first, last), order__lines=None)
    orders = list_orders(Order.objects.filter(payments__in=payments))
    every = (spread_raised(paid) for order in orders for paid in list_paid_orders(order))
    return sum((raised for lines in every for raised in lines.values()), NOTHING)


def sum_public_gifts(is_counted: Callable[[Gift], bool]) -> Raised:
    """Return what the public groups raised that have only gifts of this kind."""
    public = read_gifts().public
    counted = [convert_gifts(group.amounts) for group in public if all(map(is_counted, group.gifts))]
    return sum(counted, NOTHING)


# --- For staff: each date by itself, with all gifts ------------------------------------------------------------------


def get_raised_by_date(dates: QuerySet[Occurrence]) -> dict[int, Decimal]:
    """Return what was raised on each of these dates, by ID, with all gifts, also those that are not public yet.

    The database adds up most orders, which have one line and were not refunded.
    """
    raised = defaultdict[int, Decimal](Decimal, sum_short_orders(dates))
    short = Exists(get_unrefunded_payments().filter(order=OuterRef("order"))) & ~has_other_lines("pk")
    rest = OrderLine.objects.filter(~short, booking__occurrence__in=dates).order_by()
    ids = set(rest.values_list("order", flat=True))
    long = spread_unrefunded(ids)
    refunded = list_orders(Order.objects.filter(pk__in=ids - long.keys()))
    for spread_order in [*long.values(), *map(spread_by_date, refunded)]:
        for date_id, amount in spread_order:
            raised[date_id] += amount
    return raised


def get_unrefunded_payments() -> QuerySet[Payment]:
    """Filter payments of orders that were paid once, as they were sold, and of which nothing was refunded."""
    others = Payment.objects.filter(order=OuterRef("order"), status=Payment.Status.COMPLETED).exclude(pk=OuterRef("pk"))
    refunds = Refund.objects.filter(order=OuterRef("order"), status=Refund.Status.COMPLETED)
    counted = get_counted_payments().filter(amount=F("order__total_price"), booked_on__isnull=False)
    return counted.exclude(Exists(others) | Exists(refunds)).order_by()


def has_other_lines(line: str) -> Exists:
    """Match rows of an order that has another line than theirs."""
    return Exists(OrderLine.objects.filter(order=OuterRef("order")).exclude(pk=OuterRef(line)))


def sum_short_orders(dates: QuerySet[Occurrence]) -> dict[int, Decimal]:
    here = {"order__lines__booking__occurrence__in": dates}
    short = get_unrefunded_payments().filter(~has_other_lines("order__lines"), **here)  # in one call: one join
    amount = Sum(F("order__items_price") + F("order__gift_price") - F("fee"))
    return dict(short.values_list("order__lines__booking__occurrence").annotate(raised=amount))


def spread_unrefunded(order_ids: Collection[int]) -> dict[int, list[tuple[int, Decimal]]]:
    """Return what the unrefunded ones of these orders raised, by order, for the date of each line.

    Like `spread_by_date`: a gift counts with the first line, and then so does the whole fee. Otherwise, lines share it.
    """
    columns = ("order", "fee", "order__gift_price", "order__lines__line_price", "order__lines__booking__occurrence")
    payments = get_unrefunded_payments().filter(order__in=order_ids).order_by("order", "order__lines")
    found = {}
    for order, group in groupby(payments.values_list(*columns), key=lambda row: row[0]):
        _, fees, gifts, prices, date_ids = zip(*group, strict=True)
        shares = [fees[0] - gifts[0]] + [ZERO] * (len(prices) - 1) if gifts[0] else spread(fees[0], prices)
        found[order] = [(pk, price - fee) for pk, price, fee in zip(date_ids, prices, shares, strict=True)]
    return found


def spread_by_date(order: Order) -> Iterator[tuple[int, Decimal]]:
    """Yield what an order raised, with its gifts, for the dates of its lines."""
    places = {line.pk: line.booking.occurrence_id for line in order.lines.all()}
    for paid in list_paid_orders(order):
        gifts = [(gift.line, convert_gifts(gift.amounts)) for gift in list_gifts(paid)]
        for line, kept in [*spread_raised(paid).items(), *gifts]:
            if line is not None:
                yield places[line], kept.raised
