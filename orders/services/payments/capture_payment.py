"""Capture a payment at PayPal. An unclear answer is never a refusal: PayPal's record decides."""

import logging
from datetime import timedelta

from django.utils import timezone

from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import Unavailable
from orders import paypal
from orders.models import Order, Payment
from orders.paypal import PayPalMissing, PayPalOrder, PayPalRefused, PayPalUnclear, retry_unclear
from orders.services.locks import lock_order
from orders.services.payments.settle_payment import hold_again, settle

log = logging.getLogger(__name__)

CAPTURE_KEY_VALID_FOR = timedelta(hours=5)  # PayPal keeps the keys of orders for 6 hours (Orders v2 reference)
MISSING_FOR_GOOD_AFTER = timedelta(hours=24)  # an order that PayPal doesn't show for so long was never captured

DECLINED_WORDS = {
    "": "PayPal did not accept the payment. Nothing was charged. Try again, or use another way to pay.",
    "INSTRUMENT_DECLINED": "PayPal declined this way to pay. Nothing was charged. Try another card or account.",
    "PAYER_ACTION_REQUIRED": "PayPal needs something more from you. Nothing was charged. Try again.",
    "ORDER_NOT_APPROVED": "The payment is not approved at PayPal yet. Nothing was charged. Try again.",
}


def payment_unavailable() -> Unavailable:
    return Unavailable(
        "PayPal does not answer right now. Your seats are still held, and you will not be charged twice. "
        "Try again in a minute.",
        code="payment_unavailable",
    )


def capture(payment: Payment) -> PayPalOrder | None:
    """Take the money under the stored key, or read the record once PayPal may have forgotten the key.

    None while the outcome is unknown, and for a refusal, which is then recorded.
    """
    key = str(payment.capture_key)
    if payment.capture_key_at and payment.capture_key_at < timezone.now() - CAPTURE_KEY_VALID_FOR:
        return find_capture(payment, key)
    try:
        return retry_unclear(lambda: paypal.capture_order(str(payment.paypal_order_id), key=key))
    except PayPalUnclear as unclear:
        log.warning("payment %s: the outcome of its capture is unknown: %s", payment.pk, unclear)
        return seen(payment)
    except PayPalRefused as refusal:
        return after_refusal(payment, key, refusal)


def seen(payment: Payment) -> PayPalOrder | None:
    """What PayPal's record has of this payment, if it has a capture."""
    try:
        shown = retry_unclear(lambda: paypal.get_order(str(payment.paypal_order_id)))
    except (PayPalUnclear, PayPalRefused):
        return None
    return shown if shown.capture else None


def after_refusal(payment: Payment, key: str, refusal: PayPalRefused) -> PayPalOrder | None:
    """Look at PayPal's record before a refusal counts: the money may have been taken already."""
    try:
        shown = retry_unclear(lambda: paypal.get_order(str(payment.paypal_order_id)))
    except (PayPalUnclear, PayPalRefused):
        return None
    if shown.capture:
        return shown
    if shown.omits_capture:
        return None
    write_refusal(payment_id=payment.pk, key=key, problem=f"{refusal.issue}: {refusal.message}")
    if refusal.issue == "DUPLICATE_INVOICE_ID":
        settle_siblings(payment)
    return None


def find_capture(payment: Payment, key: str) -> PayPalOrder | None:
    """Look for a capture whose key is too old to be used again: PayPal's record decides."""
    try:
        shown = retry_unclear(lambda: paypal.get_order(str(payment.paypal_order_id)))
    except PayPalMissing:
        if payment.capture_key_at and payment.capture_key_at > timezone.now() - MISSING_FOR_GOOD_AFTER:
            return None
        shown = None
    except (PayPalUnclear, PayPalRefused):
        return None
    if shown and shown.capture:
        return shown
    if shown and shown.omits_capture:
        return None
    write_refusal(payment_id=payment.pk, key=key, problem="NOT_RECEIVED: PayPal has no record of this capture.")
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
