"""Gifts, stored without the checkout."""

from decimal import Decimal
from typing import Any

from django.utils import timezone

from charityshop.branding.shop import current_shop
from orders.models import Order
from orders.order_number import create_order_number
from payments.journal import post_money
from payments.models import Payment, Refund
from tests.support.factories import UserFactory


def describe_gift(order: Order) -> None:
    """Copy the settings, as an order does when it is placed."""
    row = current_shop().row
    order.charity = current_shop().charity
    order.receipt_text, order.receipt_by = row.no_receipt_text, ""
    if row.receipts:
        order.receipt_by = f"{row.legal_name} (EIN {row.ein})"
        order.receipt_text = row.disclosure_text if order.items_price else row.gift_alone_text


def give_alone(gift: str, fee: str = "1.36", **fields: Any) -> Order:
    """Store a captured gift without seats, from a new user. Orders that are not paid have no payment."""
    zero = dict.fromkeys(("items_price", "shipping_price", "tax_price"), 0)
    paid = {"status": Order.Status.PAID, "paid_at": timezone.now(), "user": UserFactory()}
    order = Order(
        number=create_order_number(), gift_price=Decimal(gift), total_price=Decimal(gift), **zero, **paid | fields
    )
    describe_gift(order)
    order.save()
    if order.paid_at and not order.is_test:
        order.payments.create(
            status=Payment.Status.COMPLETED,
            amount=gift,
            fee=fee,
            captured_at=order.paid_at,
            capture_id=f"GIFT-{order.pk}",
            create_key=f"gift-{order.pk}",
        )
        post_money(order)
    return order


def return_gift(order: Order) -> None:
    """Store a completed refund of the gift."""
    now = timezone.now()
    order.refunds.create(
        payment=order.payments.get(),
        status=Refund.Status.COMPLETED,
        amount=order.gift_price,
        of_gift=order.gift_price,
        reason="Asked for it",
        request_key=f"return-{order.pk}",
        fee_back=0,
        paypal_refund_id=f"RETURN-{order.pk}",
        completed_at=now,
    )
    post_money(order)
    order.status = Order.Status.REFUNDED
    order.save()
