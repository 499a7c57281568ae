"""Read the payments and refunds of a period, split by what they are for.

The day is `booked_on`, so that nothing is added to a closed month.
"""

from collections.abc import Iterator
from datetime import date

from django.db.models import Min, Q

from giving.selectors.paid_orders import RELATED, list_paid_orders, split_totals
from giving.splits import OrderSplitter
from ledger.lines import Movement
from orders.models import Order, Payment, Refund
from orders.pricing import ZERO
from orders.selectors.booked_payments import get_counted_payments, get_paid_totals

BATCH_SIZE = 200  # orders in memory
PAYPAL, CASH, BANK = "paypal", "cash", "bank"
SUMS = ("items_price", "tax_price", "shipping_price", "gift_price")  # they add up to the total
READ = ("method", "amount", "fee", "is_extra", "booked_on", "order__public_id", *(f"order__{name}" for name in SUMS))


def list_movements(first: date, last: date) -> list[Movement]:
    """Return what was booked on these days, oldest first."""
    found = [*list_payments(first, last), *list_refunds(first, last)]
    return sorted(found, key=lambda movement: (movement.day, movement.text))


def list_payments(first: date, last: date) -> Iterator[Movement]:
    payments = get_counted_payments().filter(booked_on__range=(first, last)).select_related("order")
    for payment in payments.only(*READ).order_by("pk"):
        if order := payment.order:
            yield Movement(
                day=payment.booked_on or first,
                account=CASH if payment.is_cash else PAYPAL,
                text=f"Order {order.public_id}",
                amount=payment.amount,
                fee=payment.fee or ZERO,
                sold=split_totals(get_paid_totals(order, payment)),
            )


def list_refunds(first: date, last: date) -> Iterator[Movement]:
    booked = Refund.objects.filter(booked_on__range=(first, last), status=Refund.Status.COMPLETED)
    orders = Order.objects.filter(pk__in=booked.values("order")).order_by("pk")
    for order in orders.prefetch_related(*RELATED).iterator(chunk_size=BATCH_SIZE):
        for movement in split_refunds(order):
            if first <= movement.day <= last:
                yield movement


def split_refunds(order: Order) -> Iterator[Movement]:
    """Yield the booked refunds of an order's booked payments, and what undoes reversals, from prefetched rows."""
    for paid in list_paid_orders(order):
        splitter = OrderSplitter(paid)
        for refund in paid.refunds:
            if paid.booked_on and refund.booked_on:
                yield Movement(
                    day=refund.booked_on,
                    account=CASH if paid.in_cash else BANK if refund.by_hand else PAYPAL,
                    text=f"{'Undone reversal' if refund.undoes else 'Refund'} of order {order.public_id}",
                    amount=-refund.amount,
                    fee=-refund.fee_back,
                    refund=splitter.split_refund(refund),
                )


def get_first_open_day(after: date | None) -> date | None:
    """Return the first day after a closed one on which something is booked, or None."""
    later = Q(booked_on__gt=after) if after else Q(booked_on__isnull=False)
    booked = Min("booked_on", filter=later)
    days = [
        *Payment.objects.aggregate(day=booked).values(),
        *Refund.objects.aggregate(day=booked).values(),
    ]
    return min((day for day in days if day), default=None)
