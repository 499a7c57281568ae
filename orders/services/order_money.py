"""Captured and refunded amounts of an order, in the currency of its payment."""

from collections.abc import Collection
from decimal import Decimal

from django.db.models import Sum

from orders.models import Order, OrderLine, Payment, Refund

OPEN = (Refund.Status.REQUESTED, Refund.Status.PENDING)
LIVE = (*OPEN, Refund.Status.COMPLETED)


def get_counting_payment(order: Order) -> Payment | None:
    return order.payments.counting().first()


def get_captured_amount(order: Order) -> Decimal:
    payment = get_counting_payment(order)
    return payment.amount if payment else Decimal(0)


def sum_refunds(order: Order, statuses: Collection[str]) -> Decimal:
    counting = order.refunds.own().filter(status__in=statuses)
    return counting.aggregate(sum=Sum("amount"))["sum"] or Decimal(0)


def get_refundable_amount(order: Order) -> Decimal:
    """Return what may still be refunded: the captured amount minus requested, pending and completed refunds."""
    return get_captured_amount(order) - sum_refunds(order, LIVE)


def get_net_amount(order: Order) -> Decimal:
    """Return the captured amount minus completed refunds."""
    return get_captured_amount(order) - sum_refunds(order, [Refund.Status.COMPLETED])


def list_lines(order: Order) -> list[OrderLine]:
    return list(order.lines.select_related("booking", "refund"))


def is_refunded(line: OrderLine) -> bool:
    return line.refund is not None and line.refund.status in LIVE
