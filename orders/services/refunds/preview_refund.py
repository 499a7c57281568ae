"""What a refund would return, for staff to see before they confirm it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.conf import settings
from django.utils import timezone

from orders.models import Order
from orders.services.order_money import get_counting_payment, get_refundable_amount, read_values
from orders.services.refunds.record_refund import REFUNDABLE
from orders.services.refunds.refund_order import NotRefundable, is_too_old, refuse_cash
from orders.services.refunds.returned_seats import choose_seats


@dataclass(frozen=True, slots=True)
class RefundPreview:
    """`amount` is for the chosen seats, and `left` is the most that can still be refunded."""

    amount: Decimal
    left: Decimal
    currency: str
    is_too_old: bool  # PayPal no longer refunds the payment, so staff return the money by hand


def preview_refund(
    *, order_id: int, lines: Collection[str] | None = None, seats: Mapping[str, int] | None = None
) -> RefundPreview:
    """Return what `refund_order` would refund now. Nothing is stored.

    Raise RefundInCash, NotRefundable or BadRequest like it.
    """
    order = Order.objects.get(pk=order_id)
    refuse_cash(order_id=order_id)
    if order.status not in REFUNDABLE:
        raise NotRefundable("Only a paid order can be refunded.", status=order.status)
    chosen = choose_seats(order, lines=lines, seats=seats, everything=True)
    left, payment = get_refundable_amount(order), get_counting_payment(order)
    return RefundPreview(
        amount=sum(read_values(order).get_each(chosen).values(), Decimal(0)) if chosen else left,
        left=left,
        currency=payment.currency if payment else settings.CURRENCY,
        is_too_old=is_too_old(payment, timezone.now()),
    )
