"""Send stored refunds to PayPal, after the transaction that stored them."""

import logging
from collections.abc import Iterable
from datetime import timedelta

from django.utils import timezone

from payments.models import Payment, Refund
from payments.services.refunds.record_refund import apply_refund, fail_refund, record_refund
from paypal import endpoints
from paypal.exceptions import PayPalRefused, PayPalUnclear, retry_unclear
from paypal.schemas import PayPalOrder, RefundMade

log = logging.getLogger(__name__)

REFUND_KEY_VALID_FOR = timedelta(days=44)  # PayPal stores refund keys for 45 days (Payments v2 reference)


def push_refund(*, refund_id: int) -> None:
    """Send a stored refund to PayPal. If the outcome is unclear, it stays open and `upkeep` tries again."""
    try:
        send_refund(refund_id=refund_id)
    except PayPalUnclear as unclear:
        log.warning("refund %s: the outcome is unknown: %s", refund_id, unclear)


def send_refund(*, refund_id: int) -> None:
    """Send a stored refund to PayPal and record the outcome. Raise PayPalUnclear if the outcome is unknown."""
    refund = Refund.objects.select_related("payment").get(pk=refund_id)
    if refund.status not in Refund.UNDECIDED:
        return
    payment = refund.payment
    if refund.kind == Refund.Kind.BY_HAND or payment is None or not refund.amount:
        apply_refund(refund_id=refund_id, made=None)
        return
    try:
        made = retry_unclear(lambda: request_refund_at_paypal(refund, payment))
    except PayPalRefused as refusal:
        log.warning("refund %s: PayPal refuses it: %s", refund_id, refusal)
        settle_refusal(refund, payment, str(refusal))
        return
    if made.amount.currency != payment.currency:
        raise PayPalUnclear(f"refund {made.id} is in {made.amount.currency}, not {payment.currency}")
    apply_refund(refund_id=refund_id, made=made)


def push_refunds_due(**of: int) -> None:
    """Send the requested refunds of an order, given its `order_id`, or of a payment (`payment_id`) to PayPal."""
    due = Refund.objects.filter(status=Refund.Status.REQUESTED, **of)
    push_refunds(list(due.values_list("pk", flat=True)))


def push_refunds(refund_ids: Iterable[int]) -> None:
    """Send refunds to PayPal. Log errors and go on: a refund that fails stays open for `upkeep`."""
    for refund_id in refund_ids:
        try:
            push_refund(refund_id=refund_id)
        except Exception:
            log.exception("refund %s failed", refund_id)


def request_refund_at_paypal(refund: Refund, payment: Payment) -> RefundMade:
    """Refund the capture with the stored key, or look the refund up if it has an ID or its key may have expired."""
    if refund.paypal_refund_id:
        return endpoints.get_refund(refund.paypal_refund_id)
    if refund.created_at < timezone.now() - REFUND_KEY_VALID_FOR:
        return find_refund(refund, payment)
    return endpoints.refund_capture(
        str(payment.capture_id),
        amount=refund.amount,
        key=refund.request_key,
        currency=payment.currency,
    )


def find_refund(refund: Refund, payment: Payment) -> RefundMade:
    """Look up a refund whose key is too old to be used again.

    Raise PayPalRefused if the PayPal order proves that it was never made, and PayPalUnclear if the order lists an
    unknown refund that could be this one.
    """
    paypal_order = endpoints.get_order(str(payment.paypal_order_id))
    if made := find_refund_by_key(paypal_order, refund):
        return made
    known = set(payment.refunds.exclude(paypal_refund_id=None).values_list("paypal_refund_id", flat=True))
    if unknown := [made.id for made in paypal_order.refunds if made.id not in known]:
        raise PayPalUnclear(f"PayPal lists {', '.join(unknown)}, which may be this refund. Compare them at PayPal.")
    raise PayPalRefused(404, "NOT_RECEIVED", "PayPal has no record of this refund.")


def find_refund_by_key(paypal_order: PayPalOrder, refund: Refund) -> RefundMade | None:
    return next((made for made in paypal_order.refunds if made.custom_id == refund.request_key), None)


def settle_refusal(refund: Refund, payment: Payment, problem: str) -> None:
    """Record a refusal unless the PayPal order lists this refund: an earlier attempt may have succeeded."""
    try:
        paypal_order = retry_unclear(lambda: endpoints.get_order(str(payment.paypal_order_id)))
    except PayPalRefused as no_record:
        raise PayPalUnclear(f"{problem}. PayPal does not show its record: {no_record}") from no_record
    if made := find_refund_by_key(paypal_order, refund):
        apply_refund(refund_id=refund.pk, made=made)
        return
    fail_refund(refund_id=refund.pk, problem=problem)
    for made in paypal_order.refunds:
        record_refund(payment_id=payment.pk, made=made)
