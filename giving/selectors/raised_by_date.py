"""Calculate for staff what was raised on each date, with all gifts, also those that are not public yet.

The same payments count as for "raised so far".
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import chain, groupby
from operator import itemgetter, sub
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, F, Q, QuerySet

from events.models import Occurrence
from giving.gifts import list_gifts
from giving.proceeds import convert_gifts, spread, spread_raised
from giving.selectors.paid_orders import list_orders, list_paid_orders
from orders.models import Order, OrderLine, Payment, Refund
from orders.pricing import ZERO
from orders.selectors.booked_payments import IS_COUNTED

IS_WHOLE = Q(amount=F("order__total_price"), booked_on__isnull=False, order__is_test=False)
FeeAndGift = tuple[Decimal, Decimal]


def get_raised_by_date(dates: QuerySet[Occurrence]) -> dict[int, Decimal]:
    """Return what was raised on each of these dates, by ID.

    Most orders were paid once, as they were sold, and nothing of them was refunded. Only the others are read whole.
    """
    orders = OrderLine.objects.filter(booking__occurrence__in=dates).order_by().values("order")
    plain, others = read_payments(orders)
    refunded = map(spread_by_date, list_orders(Order.objects.filter(pk__in=others)))
    raised = defaultdict[int, Decimal](Decimal)
    for date, amount in chain(spread_plain_orders(orders, plain), *refunded):
        raised[date] += amount
    return raised


def read_payments(orders: QuerySet[Any]) -> tuple[dict[int, FeeAndGift], set[int]]:
    """Return fee and gift of those of these orders that are plain, and the others for which money came in.

    The status is no filter: SQLite would read every completed payment that there is, by the index of statuses.
    """
    refunds = Refund.objects.filter(order__in=orders, status=Refund.Status.COMPLETED)
    payments = Payment.objects.filter(order__in=orders).annotate(is_plain=mark(IS_WHOLE & IS_COUNTED))
    columns = ("status", "order", "is_plain", "order__gift_price", "fee")
    paid = [row for status, *row in payments.order_by().values_list(*columns) if status == Payment.Status.COMPLETED]
    others = set(refunds.order_by().values_list("order", flat=True))
    plain: dict[int, FeeAndGift] = {}
    for order, is_plain, gift, fee in paid:
        if order in plain or not is_plain:
            others.add(order)
        plain[order] = (fee, gift)
    return {order: amounts for order, amounts in plain.items() if order not in others}, others


def mark(condition: Q) -> "ExpressionWrapper[Any]":
    return ExpressionWrapper(condition, BooleanField())


def spread_plain_orders(orders: QuerySet[Any], plain: Mapping[int, FeeAndGift]) -> Iterator[tuple[int, Decimal]]:
    """Yield what these orders raised, for the dates of their lines.

    Like `spread_by_date`: a gift counts with the first line, and then so does the whole fee. Otherwise, lines share it.
    """
    lines = OrderLine.objects.filter(order__in=orders).order_by("order", "pk")
    rows = lines.values_list("order", "booking__occurrence", "line_price")
    for order, group in groupby(rows, key=itemgetter(0)):
        if order in plain:
            fee, gift = plain[order]
            _, dates, prices = zip(*group, strict=True)
            rest = [ZERO] * (len(prices) - 1)
            shares = spread(fee, prices) if rest and not gift else [fee - gift, *rest]
            yield from zip(dates, map(sub, prices, shares), strict=True)


def spread_by_date(order: Order) -> Iterator[tuple[int, Decimal]]:
    """Yield what an order raised, with its gifts, for the dates of its lines."""
    places = {line.pk: line.booking.occurrence_id for line in order.lines.all()}
    for paid in list_paid_orders(order):
        gifts = [(gift.line, convert_gifts(gift.amounts)) for gift in list_gifts(paid)]
        for line, kept in [*spread_raised(paid).items(), *gifts]:
            if line is not None:
                yield places[line], kept.raised
