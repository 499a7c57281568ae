"""Read-only consistency checks of where refunded money came from; one message per violation."""

from collections.abc import Iterator

from giving.selectors.paid_orders import RELATED, list_paid_orders
from giving.splits import OrderSplitter, PaidOrder
from orders.models import Order, Refund
from orders.pricing import ZERO

BATCH_SIZE = 200  # orders in memory


def money_returned_from_elsewhere() -> Iterator[str]:
    """Check that refunds return no more than was paid for tickets, tax, shipping and the gift, each by itself.

    So nothing is left of any of them once everything was returned.
    """
    refunded = Refund.objects.filter(status=Refund.Status.COMPLETED)
    orders = Order.objects.filter(pk__in=refunded.values("order")).order_by("pk")
    for order in orders.prefetch_related(*RELATED).iterator(chunk_size=BATCH_SIZE):
        for paid in list_paid_orders(order):
            if overdrawn := list_overdrawn(paid):
                yield f"{order}: its refunds return more than was paid for {', '.join(overdrawn)}."


def list_overdrawn(paid: PaidOrder) -> list[str]:
    """Return of what too much was returned. Staff are alerted to money that was returned twice."""
    splitter = OrderSplitter(paid)
    for refund in paid.refunds:
        splitter.split_refund(refund)
    if sum((refund.amount for refund in paid.refunds), ZERO) > paid.amount:
        return []
    return [
        name
        for name in ("tickets", "tax", "shipping", "gift")
        if getattr(splitter.left, name) < min(getattr(splitter.paid, name), ZERO)
    ]


SPLIT_CHECKS = (money_returned_from_elsewhere,)
