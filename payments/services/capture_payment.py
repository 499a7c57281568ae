"""Capture a payment at PayPal. After an unclear response, look up the PayPal order: its state decides."""

import logging
from datetime import timedelta

from django.utils import timezone

from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import Unavailable
from orders.models import Order
from orders.services.locks import lock_order
from payments.models import Payment
from payments.services.settle_payment import renew_hold, settle_payment
from paypal import endpoints
from paypal.exceptions import PayPalMissing, PayPalRefused, PayPalUnclear, retry_unclear
from paypal.schemas import PayPalOrder

log = logging.getLogger(__name__)

CAPTURE_KEY_VALID_FOR = timedelta(hours=5)  # PayPal stores order keys for 6 hours (Orders v2 reference)
NEVER_CAPTURED_AFTER = timedelta(hours=24)  # an order that PayPal hasn't shown for this long was never captured

DECLINED_MESSAGES = {
    "": "PayPal did not accept the payment. Nothing was charged. Try again, or use another way to pay.",
    "INSTRUMENT_DECLINED": "PayPal declined this way to pay. Nothing was charged. Try another card or account.",
    "PAYER_ACTION_REQUIRED": "PayPal needs something more from you. Nothing was charged. Try again.",
    "ORDER_NOT_APPROVED": "The payment is not approved at PayPal yet. Nothing was charged. Try again.",
}


def build_unavailable_error() -> Unavailable:
    return Unavailable(
        "PayPal does not answer right now. Your seats are still held, and you will not be charged twice. "
        "Try again in a minute.",
        code="payment_unavailable",
    )


def capture_payment(payment: Payment) -> PayPalOrder | None:
    """Capture the payment with its stored idempotency key, or look it up once the key may have expired at PayPal.

    Return None if the outcome is unknown or if PayPal refused the capture. A refusal is recorded.
    """
    key = str(payment.capture_key)
    if payment.capture_key_at and payment.capture_key_at < timezone.now() - CAPTURE_KEY_VALID_FOR:
        return find_capture(payment, key)
    try:
        return retry_unclear(lambda: endpoints.capture_order(str(payment.paypal_order_id), key=key))
    except PayPalUnclear as unclear:
        log.warning("payment %s: the outcome of its capture is unknown: %s", payment.pk, unclear)
        return find_captured_order(payment)
    except PayPalRefused as refusal:
        return handle_refusal(payment, key, refusal)


def find_captured_order(payment: Payment) -> PayPalOrder | None:
    """Return the payment's PayPal order if it has a capture, or None."""
    try:
        paypal_order = retry_unclear(lambda: endpoints.get_order(str(payment.paypal_order_id)))
    except (PayPalUnclear, PayPalRefused):
        return None
    return paypal_order if paypal_order.capture else None


def handle_refusal(payment: Payment, key: str, refusal: PayPalRefused) -> PayPalOrder | None:
    """Record a refusal unless the PayPal order has a capture: an earlier attempt may have succeeded."""
    try:
        paypal_order = retry_unclear(lambda: endpoints.get_order(str(payment.paypal_order_id)))
    except (PayPalUnclear, PayPalRefused):
        return None
    if paypal_order.capture:
        return paypal_order
    if paypal_order.omits_capture:
        return None
    record_refusal(payment_id=payment.pk, key=key, problem=f"{refusal.issue}: {refusal.message}")
    if refusal.issue == "DUPLICATE_INVOICE_ID":
        settle_siblings(payment)
    return None


def find_capture(payment: Payment, key: str) -> PayPalOrder | None:
    """Look up a capture whose key is too old to be used again. Record a refusal if it was never made."""
    try:
        paypal_order = retry_unclear(lambda: endpoints.get_order(str(payment.paypal_order_id)))
    except PayPalMissing:
        if payment.capture_key_at and payment.capture_key_at > timezone.now() - NEVER_CAPTURED_AFTER:
            return None
        paypal_order = None
    except (PayPalUnclear, PayPalRefused):
        return None
    if paypal_order and paypal_order.capture:
        return paypal_order
    if paypal_order and paypal_order.omits_capture:
        return None
    record_refusal(payment_id=payment.pk, key=key, problem="NOT_RECEIVED: PayPal has no record of this capture.")
    return None


@in_one_transaction
def record_refusal(*, payment_id: int, key: str, problem: str) -> None:
    """Mark this attempt as refused, so that the next one gets a new key. Ignore responses to older attempts."""
    order = lock_order(Payment.objects.values_list("order_id", flat=True).get(pk=payment_id))
    payment = Payment.objects.get(pk=payment_id)
    if payment.status != Payment.Status.CAPTURING or payment.capture_key != key:
        return
    payment.status = Payment.Status.REFUSED
    payment.capture_key = None
    payment.last_problem = problem[:500]
    payment.save(update_fields=["status", "capture_key", "last_problem"])
    if order.status == Order.Status.CAPTURING:
        renew_hold(order)


def settle_siblings(payment: Payment) -> None:
    """Settle the order's other payments, one of which PayPal has captured already (DUPLICATE_INVOICE_ID)."""
    others = payment.get_order().payments.exclude(pk=payment.pk).exclude(paypal_order_id=None)
    for other in others.exclude(status=Payment.Status.COMPLETED):
        if paypal_order := find_captured_order(other):
            settle_payment(payment_id=other.pk, paypal_order=paypal_order)
