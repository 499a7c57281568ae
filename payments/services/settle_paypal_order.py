"""Look up a PayPal order and settle its current state, on behalf of webhooks, `upkeep` or staff."""

import logging
from collections.abc import Set

from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from orders.models import Order
from payments.journal import post_money
from payments.models import Payment
from payments.services.alerts import report_mismatch
from payments.services.booked_money import get_time
from payments.services.refunds.record_refund import has_unrecorded_refunds, is_forgotten_refund, report_forgotten_refund
from payments.services.refunds.send_refund import push_refunds_due
from payments.services.settle_payment import get_shop_payee, settle_payment
from paypal import endpoints
from paypal.exceptions import PayPalUnclear
from paypal.schemas import PayPalOrder

log = logging.getLogger(__name__)


def settle_paypal_order(*, paypal_order_id: str, reversal_ids: Set[str] = frozenset()) -> None:
    """Settle the current state of a PayPal order.

    Only PayPal orders created by the shop or submitted by a buyer settle a payment; captures of others are listed for
    staff. Raise PayPalUnclear if PayPal can't be reached, or while the outcome of one of its refunds is unknown.
    """
    payment = Payment.objects.by_paypal().filter(paypal_order_id=paypal_order_id).first()
    order_id = payment.order_id if payment else None
    if order_id:
        push_refunds_due(order_id=order_id)  # first, so that the shop's own refunds have IDs to compare
    paypal_order = endpoints.get_order(paypal_order_id)
    if payment is None or order_id is None:
        record_unclaimed(paypal_order)
        return
    if paypal_order.omits_capture:
        raise PayPalUnclear(f"PayPal order {paypal_order_id} is completed, and its capture is not shown")
    settle_payment(payment_id=payment.pk, paypal_order=paypal_order, reversal_ids=reversal_ids)
    push_refunds_due(order_id=order_id)
    if has_unrecorded_refunds(payment.pk, paypal_order):
        raise PayPalUnclear(f"PayPal order {paypal_order_id}: a refund of the shop's has no answer yet")


def record_unclaimed(paypal_order: PayPalOrder) -> None:
    """List a captured PayPal order that belongs to no order of the shop for staff."""
    if not paypal_order.capture or not paypal_order.capture.took_money:
        return
    payee = get_shop_payee()
    if not payee or not paypal_order.payee or paypal_order.is_paid_to(payee):
        record_unmatched(paypal_order)
    elif order := Order.objects.filter(public_id=paypal_order.custom_id or "-").first():
        report_mismatch(order, paypal_order, pays_others=True)
    else:
        log.warning("PayPal order %s pays another account and names no order of the shop's", paypal_order.id)


@in_one_transaction
def record_unmatched(paypal_order: PayPalOrder) -> None:
    capture = paypal_order.capture
    if capture is None:
        return
    payment, created = Payment.objects.get_or_create(
        paypal_order_id=paypal_order.id,
        defaults={
            "status": Payment.Status.COMPLETED,
            "capture_id": capture.id,
            "captured_at": get_time(capture.completed_at),
            "amount": capture.amount.value,
            "currency": capture.amount.currency,
            "fee": capture.fee,
            "custom_id": paypal_order.custom_id[:127],
        },
    )
    for made in paypal_order.refunds:
        if made.status in ("COMPLETED", "PENDING") and is_forgotten_refund(made):
            report_forgotten_refund(made, capture.id, None)
    if created:
        post_money(payment)
        audit.record("unmatched payment found", payment, by=None, amount=payment.amount, action=audit.CREATED)
        log.error("capture %s of %s: no order claims it", capture.id, capture.amount)
