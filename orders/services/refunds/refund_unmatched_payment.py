"""Payments at PayPal that no order claims: refunded when staff say so."""

import logging

from django.utils import timezone

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError, Missing
from orders import paypal
from orders.models import PaymentAlert, UnmatchedPayment
from orders.paypal import Amount, PayPalRefused, PayPalUnclear, RefundMade, retry_unclear
from orders.paypal.idempotency import new_request_key
from orders.services.alerts import record_alert
from orders.services.refunds.send_refund import REFUND_KEY_VALID_FOR

log = logging.getLogger(__name__)

GONE_BACK = "REFUNDED"


def refund_unmatched(*, payment_id: int, reason: str, by: User) -> UnmatchedPayment:
    """Give the whole payment back, under the key that was stored with it. Harmless to repeat.

    Raises DomainError where PayPal refuses; where its answer is unclear the refund stays asked for, and upkeep asks
    again.
    """
    ask_back(payment_id=payment_id, reason=reason, by=by)
    return push_unmatched(payment_id=payment_id)


@in_one_transaction
def ask_back(*, payment_id: int, reason: str, by: User) -> None:
    payment = lock_unmatched(payment_id)
    if payment.matched_at:
        raise DomainError("This payment belongs to an order. Refund it there.", code="matched")
    if payment.refunded_at or payment.refund_asked_at:
        return
    payment.refund_asked_at = timezone.now()
    payment.last_problem = ""
    payment.save(update_fields=["refund_asked_at", "last_problem"])
    audit.record("refund requested", payment, by=by, reason=reason, amount=payment.amount)


def push_unmatched(*, payment_id: int) -> UnmatchedPayment:
    """Ask PayPal under the stored key, and write down its answer."""
    payment = UnmatchedPayment.objects.get(pk=payment_id)
    if payment.refunded_at or not payment.refund_asked_at:
        return payment
    try:
        made = retry_unclear(lambda: ask_for(payment))
    except PayPalUnclear as unclear:
        log.warning("capture %s: the outcome of its refund is unknown: %s", payment.capture_id, unclear)
    except PayPalRefused as refusal:
        log.warning("capture %s: %s", payment.capture_id, refusal)
        record_refusal(payment, refusal)
    else:
        write_answer(payment_id=payment_id, made=made)
    return UnmatchedPayment.objects.get(pk=payment_id)


def ask_for(payment: UnmatchedPayment) -> RefundMade:
    if payment.paypal_refund_id:
        return paypal.get_refund(payment.paypal_refund_id)
    if payment.refund_asked_at and payment.refund_asked_at < timezone.now() - REFUND_KEY_VALID_FOR:
        raise PayPalRefused(404, "NOT_RECEIVED", "PayPal has no record of this refund.")  # checked before it counts
    return paypal.refund_capture(
        payment.capture_id,
        amount=payment.amount,
        key=payment.request_key,
        currency=payment.currency,
        sends_key=False,
    )


def record_refusal(payment: UnmatchedPayment, refusal: PayPalRefused) -> None:
    """Look at the capture before a refusal counts: somebody may have refunded it at PayPal already."""
    try:
        shown = retry_unclear(lambda: paypal.get_capture(payment.capture_id))
    except (PayPalUnclear, PayPalRefused) as unclear:
        log.warning("capture %s: its refund is unclear: %s", payment.capture_id, unclear)
        return
    if shown.status == GONE_BACK:
        write_answer(payment_id=payment.pk, made=None)
        return
    write_failure(payment_id=payment.pk, key=payment.request_key, problem=str(refusal))
    raise DomainError("PayPal refuses to give this payment back. Look at it there.", code="refund_refused")


def notice_if_back(*, payment_id: int) -> bool:
    """Whether PayPal shows that somebody gave it back there; then it waits for nobody any more."""
    payment = UnmatchedPayment.objects.get(pk=payment_id)
    if is_back(payment):
        write_answer(payment_id=payment_id, made=None)
        return True
    return False


def is_back(payment: UnmatchedPayment) -> bool:
    try:
        return retry_unclear(lambda: paypal.get_capture(payment.capture_id)).status == GONE_BACK
    except (PayPalUnclear, PayPalRefused):
        return False


@in_one_transaction
def write_answer(*, payment_id: int, made: RefundMade | None) -> None:
    """What PayPal did; None where it shows that the money went back another way."""
    payment = lock_unmatched(payment_id)
    if payment.refunded_at:
        return
    if made:
        payment.paypal_refund_id = made.id
        payment.save(update_fields=["paypal_refund_id"])
        if not made.is_final:
            return
        if made.status != "COMPLETED":
            fail(payment, f"PayPal: {made.status}")
            return
        compare_amount(payment, made)
    payment.refunded_at = timezone.now()
    payment.save(update_fields=["refunded_at"])
    audit.record("refund completed", payment, by=None, amount=made.amount.value if made else payment.amount)


def compare_amount(payment: UnmatchedPayment, made: RefundMade) -> None:
    """All of the payment should go back. Staff are told if PayPal returned another amount."""
    if made.amount == Amount(payment.amount, payment.currency):
        return
    record_alert(
        kind=PaymentAlert.Kind.REFUND_AMOUNT,
        reference=made.id,
        amount=made.amount,
        message=f"The shop asked PayPal to refund all {payment.amount:.2f} {payment.currency} of payment "
        f"{payment.capture_id}, which belongs to no order, and PayPal refunded {made.amount.value:.2f} "
        f"{made.amount.currency}. Look it up at PayPal, then mark this as done.",
    )


@in_one_transaction
def write_failure(*, payment_id: int, key: str, problem: str) -> None:
    """The answer to an older try changes nothing."""
    payment = lock_unmatched(payment_id)
    if not payment.refunded_at and payment.request_key == key:
        fail(payment, problem)


def fail(payment: UnmatchedPayment, problem: str) -> None:
    """This try is over; the next one has a new key."""
    payment.request_key = new_request_key()
    payment.paypal_refund_id = ""
    payment.refund_asked_at = None
    payment.last_problem = problem[:500]
    payment.save(update_fields=["request_key", "paypal_refund_id", "refund_asked_at", "last_problem"])
    audit.record("refund failed", payment, by=None, amount=payment.amount, problem=problem[:500])


def lock_unmatched(payment_id: int) -> UnmatchedPayment:
    payment = UnmatchedPayment.objects.select_for_update(no_key=True).filter(pk=payment_id).first()
    if payment is None:
        raise Missing("There is no such payment.")
    return payment
