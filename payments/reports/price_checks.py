"""Check that prices, discounts and totals add up."""

from collections.abc import Iterator
from decimal import Decimal

from django.db.models import Sum

from charityshop.money import to_cents
from orders.models import AppliedDiscount, CashPayment, Order, OrderLine
from orders.pricing import ZERO


def prices_that_do_not_add_up() -> Iterator[str]:
    """Check that each line's price and discounts are its list price, and that the lines are the order's items.

    The list price is for each seat or for the booking, by what PRICE_PER was when it was sold. The price of a seat that
    was sold for cash is rounded to cents, because a sale costs what was taken.
    """
    off = dict(AppliedDiscount.objects.order_by().values_list("line").annotate(Sum("amount")))
    in_cash = set(CashPayment.objects.values_list("order", flat=True))
    sums: dict[int, Decimal] = {}
    for line in OrderLine.objects.iterator():
        sums[line.order_id] = sums.get(line.order_id, ZERO) + line.line_price
        listed = line.line_price + off.get(line.pk, ZERO)
        is_rounded = line.order_id in in_cash and line.price == to_cents(listed / line.seats)
        if listed not in (line.price * line.seats, line.price) and not is_rounded:
            yield f"{line}: its price and discounts add up to {listed}, and its list price is {line.price} each."
    for order in Order.objects.iterator():
        if order.items_price != sums.get(order.pk, ZERO):
            yield f"{order}: its lines cost {sums.get(order.pk, ZERO)}, and its items {order.items_price}."


def cash_orders_not_worth_their_cash() -> Iterator[str]:
    """Check that each order that was paid in cash costs what was taken. No other amount was accepted for it.

    That other orders are paid with their totals, or with what staff accepted, is checked with the money.
    """
    for cash in CashPayment.objects.select_related("order").iterator():
        if cash.order.total_price != cash.amount or cash.order.accepted_price is not None:
            yield f"{cash.order} was paid {cash.amount} in cash, and its prices add up to {cash.order.total_price}."
