"""Finish what a crash, a dropped connection or a slow PayPal left open, row by row (charityshop.db.retries)."""

import logging
from datetime import timedelta

from django.utils import timezone

from charityshop.db.retries import NotFinished, StillWaiting, run_each
from charityshop.exceptions import DomainError
from orders.models import Order, Payment, PlacedRequest, Refund, UnmatchedPayment
from orders.paypal import PayPalUnclear
from orders.services.orders.cancel_order import expire_order
from orders.services.payments.capture_payment import capture, seen
from orders.services.payments.settle_payment import settle
from orders.services.refunds.refund_unmatched_payment import push_unmatched
from orders.services.refunds.send_refund import push_refunds_due, send_refund

log = logging.getLogger(__name__)

IN_DOUBT = (Payment.Status.CAPTURING, Payment.Status.PENDING)
BUYER_IS_WAITING = timedelta(seconds=30)  # a call that young may still be on its way; leave it alone

KEYS_KEPT_FOR = timedelta(days=7)


def reconcile_payment(*, payment_id: int) -> Order:
    """Ask PayPal how this payment ended, and settle it. A capture without an answer is repeated under its key."""
    payment = Payment.objects.select_related("order").get(pk=payment_id)
    if payment.status == Payment.Status.CAPTURING:
        shown = capture(payment)
    elif payment.paypal_order_id:
        shown = seen(payment)
    else:
        shown = None
    if shown:
        settle(payment_id=payment_id, shown=shown)
    push_refunds_due(order_id=payment.order_id)
    return Order.objects.get(pk=payment.order_id)


def reconcile_all(*, ignore_pauses: bool = False) -> int:
    """Look into every payment and refund whose end is not known; return how many are finished now.

    Two runs at the same time do no harm. `ignore_pauses` tries also those whose next attempt is later.
    """
    finished = [
        *run_each("payment", open_payments(), finish_payment, ignore_pauses=ignore_pauses),
        *run_each("refund", open_refunds(), finish_refund, ignore_pauses=ignore_pauses),
        *run_each("unmatched", open_unmatched(), finish_unmatched, ignore_pauses=ignore_pauses),
    ]
    return len(finished)


def open_payments() -> list[int]:
    young = timezone.now() - BUYER_IS_WAITING
    payments = Payment.objects.filter(status__in=IN_DOUBT).exclude(capture_key_at__gt=young)
    return list(payments.values_list("pk", flat=True))


def finish_payment(payment_id: int) -> None:
    reconcile_payment(payment_id=payment_id)
    status = Payment.objects.values_list("status", flat=True).get(pk=payment_id)
    if status == Payment.Status.CAPTURING:
        raise NotFinished("PayPal did not say whether it took the money.")
    if status == Payment.Status.PENDING:
        raise StillWaiting


def open_refunds() -> list[int]:
    young = timezone.now() - BUYER_IS_WAITING
    refunds = Refund.objects.filter(status__in=[Refund.Status.REQUESTED, Refund.Status.PENDING])
    return list(refunds.exclude(created_at__gt=young).values_list("pk", flat=True))


def finish_refund(refund_id: int) -> None:
    try:
        send_refund(refund_id=refund_id)
    except PayPalUnclear as unclear:
        raise NotFinished(str(unclear)) from unclear
    status = Refund.objects.values_list("status", flat=True).get(pk=refund_id)
    if status == Refund.Status.PENDING:
        raise StillWaiting


def open_unmatched() -> list[int]:
    asked = UnmatchedPayment.objects.waiting().filter(refund_asked_at__isnull=False)
    return list(asked.values_list("pk", flat=True))


def finish_unmatched(payment_id: int) -> None:
    try:
        payment = push_unmatched(payment_id=payment_id)
    except DomainError as refusal:  # stored with the payment, which staff see again
        log.warning("unmatched payment %s: %s", payment_id, refusal.message)
        return
    if payment.refunded_at or not payment.refund_asked_at:
        return
    if payment.paypal_refund_id:
        raise StillWaiting
    raise NotFinished("PayPal did not say whether it gave the money back.")


def expire_all() -> int:
    """Write down every hold that ran out; return how many."""
    over = Order.objects.filter(status=Order.Status.HELD, held_until__lte=timezone.now())
    ids = list(over.values_list("pk", flat=True))
    return len(run_each("hold", ids, lambda order_id: expire_order(order_id=order_id)))


def forget_request_keys() -> int:
    """Idempotency-Keys are kept for seven days; answers how many were forgotten."""
    forgotten, _ = PlacedRequest.objects.filter(created_at__lt=timezone.now() - KEYS_KEPT_FOR).delete()
    return forgotten
