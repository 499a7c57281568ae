"""What a refund would return, for staff to see before they confirm it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.conf import settings
from django.utils import timezone

from bookings.selectors.inside import NOBODY, read_inside
from orders.models import Order
from orders.selectors.order_money import get_counting_payment, get_refundable_amount, list_lines
from payments.services.refunds.refund_order import NotRefundable, choose_refund, is_too_old, refuse_cash


@dataclass(frozen=True, slots=True)
class RefundPreview:
    """`amount` is for what was chosen, and `left` is the most that can still be refunded."""

    amount: Decimal
    left: Decimal
    inside: int  # people who came in with the chosen seats
    currency: str
    is_too_old: bool  # PayPal no longer refunds the payment, so staff return the money by hand


def preview_refund(
    *,
    order_id: int,
    lines: Collection[str] | None = None,
    seats: Mapping[str, int] | None = None,
    gift: bool = False,
) -> RefundPreview:
    """Return what `refund_order` would refund now. Nothing is stored.

    Raise RefundInCash, NotRefundable or BadRequest like it.
    """
    order = Order.objects.get(pk=order_id)
    refuse_cash(order_id=order_id)
    if order.status not in Order.SOLD:
        raise NotRefundable("Only a paid order can be refunded.", status=order.status)
    payment = get_counting_payment(order)
    asked = choose_refund(order, lines=lines, seats=seats, gift=gift)
    return RefundPreview(
        amount=asked.amount,
        left=get_refundable_amount(order),
        inside=count_inside(order, asked.seats),
        currency=payment.currency if payment else settings.CURRENCY,
        is_too_old=asked.amount > 0 and is_too_old(payment, timezone.now()),
    )


def count_inside(order: Order, chosen: Mapping[int, int]) -> int:
    """Return how many people are inside with the chosen seats, which are numbers by line."""
    bookings = [(line.booking, chosen[line.pk]) for line in list_lines(order) if line.pk in chosen]
    inside = read_inside([booking.pk for booking, _ in bookings])
    return sum(inside.get(booking.pk, NOBODY).count_among(seats, booking) for booking, seats in bookings)
