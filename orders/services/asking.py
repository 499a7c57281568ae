"""Asking PayPal to capture, and making sure of its answer before anything is believed."""

import logging
from datetime import timedelta

from django.utils import timezone

from charityshop.errors import Unavailable
from charityshop.transactions import in_one_transaction
from orders import paypal
from orders.models import Order, Payment
from orders.paypal import PayPalOrder, PayPalRefused, PayPalUnclear, insist
from orders.services.locking import lock_order
from orders.services.settling import hold_again, settle

log = logging.getLogger(__name__)

KEY_REMEMBERED_FOR = timedelta(hours=5)  # PayPal keeps keys for six hours at the least
CAPTURED_ELSEWHERE = ("ORDER_ALREADY_CAPTURED", "DUPLICATE_INVOICE_ID")

DECLINED_WORDS = {
    "": "PayPal did not accept the payment. Nothing was charged. Try again, or use another way to pay.",
    "INSTRUMENT_DECLINED": "PayPal declined this way to pay. Nothing was charged. Try another card or account.",
    "PAYER_ACTION_REQUIRED": "PayPal needs something more from you. Nothing was charged. Try again.",
    "ORDER_NOT_APPROVED": "The payment is not approved at PayPal yet. Nothing was charged. Try again.",
}


def payment_unavailable() -> Unavailable:
    return Unavailable(
        "PayPal does not answer right now. Nothing was charged, and your seats are still held. Try again in a minute.",
        code="payment_unavailable",
    )


def capture(payment: Payment) -> PayPalOrder | None:
    """Take the money under the stored key. None where the end is unknown, or where it is a refusal now written down."""
    key = str(payment.capture_key)
    if payment.capture_key_at and payment.capture_key_at < timezone.now() - KEY_REMEMBERED_FOR:
        return capture_long_ago(payment, key)
    try:
        return insist(lambda: paypal.capture_order(str(payment.paypal_order_id), key=key))
    except PayPalUnclear as unclear:
        log.warning("payment %s: nobody knows how its capture ended: %s", payment.pk, unclear)
        return seen(payment)
    except PayPalRefused as refusal:
        return after_refusal(payment, key, refusal)


def seen(payment: Payment) -> PayPalOrder | None:
    """What PayPal shows of this payment, if it shows a capture."""
    try:
        shown = insist(lambda: paypal.get_order(str(payment.paypal_order_id)))
    except (PayPalUnclear, PayPalRefused):
        return None
    return shown if shown.capture else None


def after_refusal(payment: Payment, key: str, refusal: PayPalRefused) -> PayPalOrder | None:
    """Before a refusal counts as definite the order is looked up: the money may have been taken already."""
    try:
        shown = insist(lambda: paypal.get_order(str(payment.paypal_order_id)))
    except (PayPalUnclear, PayPalRefused):
        return None
    if shown.capture:
        return shown
    if refusal.issue == "ORDER_ALREADY_CAPTURED":
        return None  # PayPal contradicts itself; reconciling asks again
    write_refusal(payment_id=payment.pk, key=key, problem=f"{refusal.issue}: {refusal.message}")
    if refusal.issue == "DUPLICATE_INVOICE_ID":
        settle_siblings(payment)
    return None


def capture_long_ago(payment: Payment, key: str) -> PayPalOrder | None:
    """PayPal may have forgotten the key, so it is not used again: what the order shows now is the answer."""
    try:
        shown = insist(lambda: paypal.get_order(str(payment.paypal_order_id)))
    except PayPalUnclear:
        return None
    except PayPalRefused as refusal:
        if refusal.status != 404:
            return None
        shown = None
    if shown and shown.capture:
        return shown
    write_refusal(payment_id=payment.pk, key=key, problem="FORGOTTEN: never captured")
    return None


@in_one_transaction
def write_refusal(*, payment_id: int, key: str, problem: str) -> None:
    """This attempt is over; the next one gets a new key. The answer to an older attempt changes nothing."""
    order = lock_order(Payment.objects.values_list("order_id", flat=True).get(pk=payment_id))
    payment = Payment.objects.get(pk=payment_id)
    if payment.status != Payment.Status.CAPTURING or payment.capture_key != key:
        return
    payment.status = Payment.Status.REFUSED
    payment.capture_key = None
    payment.last_problem = problem[:500]
    payment.save(update_fields=["status", "capture_key", "last_problem"])
    if order.status == Order.Status.CAPTURING:
        hold_again(order)


def settle_siblings(payment: Payment) -> None:
    """PayPal captured another PayPal order for the same order of ours: find it, and settle that one."""
    others = payment.order.payments.exclude(pk=payment.pk).exclude(paypal_order_id=None)
    for other in others.exclude(status=Payment.Status.COMPLETED):
        if shown := seen(other):
            settle(payment_id=other.pk, shown=shown)
