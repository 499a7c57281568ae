"""Check that prices, discounts and totals add up."""

from collections.abc import Iterator
from decimal import Decimal

from django.db.models import Sum

from orders.models import AppliedDiscount, Order, OrderLine
from orders.pricing import ZERO


def prices_that_do_not_add_up() -> Iterator[str]:
    """Check that each line's price and discounts are its list price, and that the lines are the order's items.

    The list price is for each seat or for the booking, by what PRICE_PER was when it was sold.
    """
    off = dict(AppliedDiscount.objects.order_by().values_list("line").annotate(Sum("amount")))
    sums: dict[int, Decimal] = {}
    for line in OrderLine.objects.iterator():
        sums[line.order_id] = sums.get(line.order_id, ZERO) + line.line_price
        listed = line.line_price + off.get(line.pk, ZERO)
        if listed not in (line.price * line.seats, line.price):
            yield f"{line}: its price and discounts add up to {listed}, and its list price is {line.price} each."
    for order in Order.objects.iterator():
        if order.items_price != sums.get(order.pk, ZERO):
            yield f"{order}: its lines cost {sums.get(order.pk, ZERO)}, and its items {order.items_price}."
