"""Finishing what a crash, a cut line or a slow PayPal left in doubt."""

import logging
from datetime import timedelta

from django.utils import timezone

from orders.models import Order, Payment, PlacedRequest, Refund
from orders.services.asking import capture, seen
from orders.services.cancelling import expire_order
from orders.services.refunding import push_refund, push_refunds_due
from orders.services.settling import settle
from orders.services.unmatched import push_all_unmatched

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


def reconcile_all() -> int:
    """Every payment and refund in doubt; answers how many there were. Two at once do no harm."""
    young = timezone.now() - BUYER_IS_WAITING
    payments = Payment.objects.filter(status__in=IN_DOUBT).exclude(capture_key_at__gt=young)
    refunds = Refund.objects.filter(status__in=[Refund.Status.REQUESTED, Refund.Status.PENDING])
    payment_ids = list(payments.values_list("pk", flat=True))
    refund_ids = list(refunds.exclude(created_at__gt=young).values_list("pk", flat=True))
    for payment_id in payment_ids:
        reconcile_payment(payment_id=payment_id)
    for refund_id in refund_ids:
        push_refund(refund_id=refund_id)
    return len(payment_ids) + len(refund_ids) + push_all_unmatched()


def expire_all() -> int:
    """Write down every hold that ran out; answers how many."""
    lapsed = Order.objects.filter(status=Order.Status.HELD, held_until__lte=timezone.now())
    ids = list(lapsed.values_list("pk", flat=True))
    for order_id in ids:
        expire_order(order_id=order_id)
    return len(ids)


def forget_request_keys() -> int:
    """Idempotency-Keys are kept for seven days; answers how many were forgotten."""
    forgotten, _ = PlacedRequest.objects.filter(created_at__lt=timezone.now() - KEYS_KEPT_FOR).delete()
    return forgotten
