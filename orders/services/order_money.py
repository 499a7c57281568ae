"""What an order captured, refunded and kept, in the currency of its payment."""

from collections.abc import Collection
from decimal import Decimal

from django.db.models import Sum

from orders.models import Order, OrderLine, Payment, Refund

OPEN = (Refund.Status.REQUESTED, Refund.Status.PENDING)
LIVE = (*OPEN, Refund.Status.COMPLETED)


def counting_payment(order: Order) -> Payment | None:
    return order.payments.counting().first()


def captured(order: Order) -> Decimal:
    payment = counting_payment(order)
    return payment.amount if payment else Decimal(0)


def refunds_sum(order: Order, statuses: Collection[str]) -> Decimal:
    counting = order.refunds.own().filter(status__in=statuses)
    return counting.aggregate(sum=Sum("amount"))["sum"] or Decimal(0)


def kept(order: Order) -> Decimal:
    """Captured minus every refund that is asked for, on its way or done: what may still be refunded."""
    return captured(order) - refunds_sum(order, LIVE)


def completed_kept(order: Order) -> Decimal:
    """Captured minus what really went back."""
    return captured(order) - refunds_sum(order, [Refund.Status.COMPLETED])


def lines_of(order: Order) -> list[OrderLine]:
    return list(order.lines.select_related("booking", "refund"))


def is_refunded(line: OrderLine) -> bool:
    return line.refund is not None and line.refund.status in LIVE
