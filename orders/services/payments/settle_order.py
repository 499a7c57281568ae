"""Look up an order at PayPal and settle what it shows, whoever asked for that: webhooks, upkeep or staff."""

import logging
from collections.abc import Set

from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from orders import paypal
from orders.models import Order, Payment, UnmatchedPayment
from orders.paypal import PayPalOrder, PayPalUnclear
from orders.paypal.idempotency import new_request_key
from orders.services.payments.settle_payment import report_mismatch, settle, shop_payee
from orders.services.refunds.record_refund import has_unrecorded_refunds
from orders.services.refunds.send_refund import push_refunds_due

log = logging.getLogger(__name__)


def settle_paypal_order(*, paypal_order_id: str, reversal_ids: Set[str] = frozenset()) -> None:
    """Settle what PayPal shows of one of its orders.

    Only an order that the shop opened, or that its buyer submitted, settles a payment; money of any other order is put
    before staff. Raises PayPalUnclear while PayPal can't show it or while one of its refunds has no answer.
    """
    payment = Payment.objects.filter(paypal_order_id=paypal_order_id).first()
    if payment:
        push_refunds_due(order_id=payment.order_id)  # first: a refund of ours without an answer learns its ID
    shown = paypal.get_order(paypal_order_id)
    if payment is None:
        record_unclaimed(shown)
        return
    settle(payment_id=payment.pk, shown=shown, reversal_ids=reversal_ids)
    push_refunds_due(order_id=payment.order_id)
    if has_unrecorded_refunds(payment.pk, shown):
        raise PayPalUnclear(f"PayPal order {paypal_order_id}: a refund of the shop's has no answer yet")


def record_unclaimed(shown: PayPalOrder) -> None:
    """Put money before staff that no order of the shop's claims."""
    if not shown.capture or not shown.capture.took_money:
        return
    payee = shop_payee()
    if not payee or not shown.payee or shown.is_paid_to(payee):
        write_unmatched(shown)
    elif order := Order.objects.filter(public_id=shown.custom_id or "-").first():
        report_mismatch(order, shown, pays_others=True)
    else:
        log.warning("PayPal order %s pays another account and names no order of the shop's", shown.id)


@in_one_transaction
def write_unmatched(shown: PayPalOrder) -> None:
    capture = shown.capture
    if capture is None:
        return
    payment, created = UnmatchedPayment.objects.get_or_create(
        capture_id=capture.id,
        defaults={
            "paypal_order_id": shown.id,
            "amount": capture.amount.value,
            "currency": capture.amount.currency,
            "custom_id": shown.custom_id[:127],
            "request_key": new_request_key(),
        },
    )
    if created:
        audit.record("unmatched payment found", payment, by=None, amount=payment.amount, action=audit.CREATED)
        log.error("capture %s of %s: no order claims it", capture.id, capture.amount)
