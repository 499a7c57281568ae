"""Refund captured PayPal payments that belong to no order, at the request of staff."""

import logging
from decimal import Decimal

from django.utils import timezone

from accounts.models import User
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError, Missing
from orders.models import PaymentAlert, UnmatchedPayment
from payments.services.alerts import record_alert
from payments.services.refunds.send_refund import REFUND_KEY_VALID_FOR
from paypal import endpoints
from paypal.endpoints import new_request_key
from paypal.exceptions import PayPalRefused, PayPalUnclear, retry_unclear
from paypal.schemas import Amount, RefundMade

log = logging.getLogger(__name__)

REFUNDED = "REFUNDED"


def refund_unmatched_payment(*, payment_id: int, reason: str, by: User) -> UnmatchedPayment:
    """Refund the whole payment with its stored idempotency key. Safe to repeat.

    Raise DomainError if PayPal refuses. If the outcome is unclear, the refund stays requested and `upkeep` tries again.
    """
    request_unmatched_refund(payment_id=payment_id, reason=reason, by=by)
    return push_unmatched_refund(payment_id=payment_id)


@in_one_transaction
def request_unmatched_refund(*, payment_id: int, reason: str, by: User) -> None:
    payment = lock_unmatched(payment_id)
    if payment.matched_at:
        raise DomainError("This payment belongs to an order. Refund it there.", code="matched")
    if payment.refunded_at or payment.refund_asked_at:
        return
    payment.refund_asked_at = timezone.now()
    payment.last_problem = ""
    payment.save(update_fields=["refund_asked_at", "last_problem"])
    audit.record("refund requested", payment, by=by, reason=reason, amount=payment.amount)


def push_unmatched_refund(*, payment_id: int) -> UnmatchedPayment:
    """Send a requested refund to PayPal with its stored key, and record the outcome."""
    payment = UnmatchedPayment.objects.get(pk=payment_id)
    if payment.refunded_at or not payment.refund_asked_at:
        return payment
    try:
        made = retry_unclear(lambda: request_refund_at_paypal(payment))
    except PayPalUnclear as unclear:
        log.warning("capture %s: the outcome of its refund is unknown: %s", payment.capture_id, unclear)
    except PayPalRefused as refusal:
        log.warning("capture %s: %s", payment.capture_id, refusal)
        record_refusal(payment, refusal)
    else:
        record_answer(payment_id=payment_id, made=made)
    return UnmatchedPayment.objects.get(pk=payment_id)


def request_refund_at_paypal(payment: UnmatchedPayment) -> RefundMade:
    if payment.paypal_refund_id:
        return endpoints.get_refund(payment.paypal_refund_id)
    if payment.refund_asked_at and payment.refund_asked_at < timezone.now() - REFUND_KEY_VALID_FOR:
        raise PayPalRefused(404, "NOT_RECEIVED", "PayPal has no record of this refund.")  # record_refusal checks it
    return endpoints.refund_capture(
        payment.capture_id,
        amount=payment.amount,
        key=payment.request_key,
        currency=payment.currency,
    )


def record_refusal(payment: UnmatchedPayment, refusal: PayPalRefused) -> None:
    """Record a refusal unless the capture has been refunded at PayPal already."""
    try:
        capture = retry_unclear(lambda: endpoints.get_capture(payment.capture_id))
    except (PayPalUnclear, PayPalRefused) as unclear:
        log.warning("capture %s: its refund is unclear: %s", payment.capture_id, unclear)
        return
    if capture.status == REFUNDED:
        record_answer(payment_id=payment.pk, made=None)
        return
    record_failure(payment_id=payment.pk, key=payment.request_key, problem=str(refusal))
    raise DomainError("PayPal refused to refund this payment. Check it at PayPal.", code="refund_refused")


def close_if_refunded(*, payment_id: int, returned: Decimal) -> bool:
    """Close the payment if all of it was refunded at PayPal or taken back. Return whether it was.

    `returned` is the sum in PayPal's record. It may lack earlier refunds, and the capture may not show a chargeback.
    """
    payment = UnmatchedPayment.objects.get(pk=payment_id)
    if returned >= payment.amount or is_refunded_at_paypal(payment):
        record_answer(payment_id=payment_id, made=None)
        return True
    return False


def is_refunded_at_paypal(payment: UnmatchedPayment) -> bool:
    try:
        return retry_unclear(lambda: endpoints.get_capture(payment.capture_id)).status == REFUNDED
    except (PayPalUnclear, PayPalRefused):
        return False


@in_one_transaction
def record_answer(*, payment_id: int, made: RefundMade | None) -> None:
    """Record the refund's state at PayPal. `made` is None if the capture was refunded by other means."""
    payment = lock_unmatched(payment_id)
    if payment.refunded_at:
        return
    if made:
        payment.paypal_refund_id = made.id
        payment.save(update_fields=["paypal_refund_id"])
        if not made.is_final:
            return
        if made.status != "COMPLETED":
            mark_failed(payment, f"PayPal: {made.status}")
            return
        check_amount(payment, made)
    payment.refunded_at = timezone.now()
    payment.save(update_fields=["refunded_at"])
    audit.record("refund completed", payment, by=None, amount=made.amount.value if made else payment.amount)


def check_amount(payment: UnmatchedPayment, made: RefundMade) -> None:
    """Alert staff if PayPal refunded another amount than the whole payment."""
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
def record_failure(*, payment_id: int, key: str, problem: str) -> None:
    """Mark the refund as failed, unless `key` belongs to an older attempt."""
    payment = lock_unmatched(payment_id)
    if not payment.refunded_at and payment.request_key == key:
        mark_failed(payment, problem)


def mark_failed(payment: UnmatchedPayment, problem: str) -> None:
    """End this attempt, with a new idempotency key for the next one."""
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
