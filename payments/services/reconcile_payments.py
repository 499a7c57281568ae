"""Finish payments, refunds and holds that a crash or an unclear response left open (see charityshop.db.retries).

And ask PayPal for fees that were unknown when a payment or refund completed: they are what PayPal reports, never
computed.
"""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

from django.db.models import Model, QuerySet
from django.utils import timezone

from charityshop.db.retries import NotFinished, StillWaiting, rows_to_retry, run_each
from charityshop.db.transactions import in_one_transaction
from charityshop.models import HandledRequest
from orders.models import Order
from orders.pricing import ZERO
from orders.services.cancel_order import expire_order
from payments.journal import lock_owner, post_money
from payments.models import Payment, Refund
from payments.services.pay_order import capture_payment, find_captured_order
from payments.services.refunds.record_refund import store_fee_back
from payments.services.refunds.send_refund import push_refunds_due, send_refund
from payments.services.settle_payment import settle_payment
from paypal import endpoints
from paypal.exceptions import PayPalRefused, PayPalUnclear

MINIMUM_AGE = timedelta(seconds=30)  # a younger call may still be running in a web process

KEY_LIFETIME = timedelta(days=7)


def reconcile_payment(*, payment_id: int) -> Order:
    """Look up a payment at PayPal and settle it. Repeat a capture whose outcome is unknown, with the same key."""
    payment = Payment.objects.select_related("order").get(pk=payment_id)
    if payment.status == Payment.Status.CAPTURING:
        paypal_order = capture_payment(payment)
    elif payment.paypal_order_id:
        paypal_order = find_captured_order(payment)
    else:
        paypal_order = None
    if paypal_order:
        settle_payment(payment_id=payment_id, paypal_order=paypal_order)
    order = payment.get_order()
    push_refunds_due(order_id=order.pk)
    return Order.objects.get(pk=order.pk)


def reconcile_payments(*, ignore_pauses: bool = False) -> int:
    """Try to finish every open payment and refund, and return how many were finished. Safe to run concurrently.

    `ignore_pauses` includes rows whose next attempt isn't due yet.
    """
    finished = [
        *run_each("payment", list_open_payments(), finish_payment, ignore_pauses=ignore_pauses),
        *run_each("refund", list_open_refunds(), finish_refund, ignore_pauses=ignore_pauses),
    ]
    return len(finished)


def list_open_payments() -> list[int]:
    recent = timezone.now() - MINIMUM_AGE
    payments = Payment.objects.filter(status__in=Payment.UNDECIDED).exclude(capture_key_at__gt=recent)
    return list(payments.values_list("pk", flat=True))


def finish_payment(payment_id: int) -> None:
    reconcile_payment(payment_id=payment_id)
    status = Payment.objects.values_list("status", flat=True).get(pk=payment_id)
    if status == Payment.Status.CAPTURING:
        raise NotFinished("PayPal did not say whether it took the money.")
    if status == Payment.Status.PENDING:
        raise StillWaiting


def list_open_refunds() -> list[int]:
    recent = timezone.now() - MINIMUM_AGE
    refunds = Refund.objects.filter(status__in=Refund.UNDECIDED)
    return list(refunds.exclude(created_at__gt=recent).values_list("pk", flat=True))


def finish_refund(refund_id: int) -> None:
    try:
        send_refund(refund_id=refund_id)
    except PayPalUnclear as unclear:
        raise NotFinished(str(unclear)) from unclear
    status = Refund.objects.values_list("status", flat=True).get(pk=refund_id)
    if status == Refund.Status.PENDING:
        raise StillWaiting


def expire_holds() -> int:
    """Mark every expired hold as such, and return how many there were."""
    over = Order.objects.filter(status=Order.Status.HELD, held_until__lte=timezone.now())
    ids = list(over.values_list("pk", flat=True))
    return len(run_each("hold", ids, lambda order_id: expire_order(order_id=order_id)))


def delete_request_keys() -> int:
    """Delete `Idempotency-Key` headers stored more than seven days ago, and return how many."""
    return HandledRequest.objects.filter(created_at__lt=timezone.now() - KEY_LIFETIME).delete()[0]


# --- Fees ------------------------------------------------------------------------------------------------------------


BATCH_SIZE = 200  # calls to PayPal in a run, besides repeated ones


def read_unknown_fees() -> int:
    """Ask PayPal for unknown fees, the latest first. Return how many are known now."""
    payments = Payment.objects.filter(status=Payment.Status.COMPLETED, fee=None).exclude(capture_id=None)
    made_by_paypal = Refund.objects.exclude(payment=None).exclude(paypal_refund_id=None)
    refunds = made_by_paypal.filter(status=Refund.Status.COMPLETED, fee_back=None)
    return read_batch("fee", payments, read_fee) + read_batch("fee given back", refunds, read_fee_back)


def read_batch(job: str, rows: QuerySet[Model], read: Callable[[int], None]) -> int:
    failed = rows_to_retry(job)
    ids = list(rows.order_by("-pk").values_list("pk", flat=True))
    fresh = [pk for pk in ids if str(pk) not in failed][:BATCH_SIZE]
    return len(run_each(job, [*fresh, *(pk for pk in ids if str(pk) in failed)], read))


def read_fee(payment_id: int) -> None:
    payment = Payment.objects.get(pk=payment_id)
    try:
        fee = endpoints.get_capture(str(payment.capture_id)).fee
    except (PayPalUnclear, PayPalRefused) as problem:
        raise StillWaiting from problem
    if fee is None:
        raise StillWaiting
    store_fee(payment_id, fee)


@in_one_transaction
def store_fee(payment_id: int, fee: Decimal) -> None:
    owner = lock_owner(Payment.objects.get(pk=payment_id))
    if Payment.objects.filter(pk=payment_id, fee=None).update(fee=fee):
        post_money(owner)


def read_fee_back(refund_id: int) -> None:
    """Read what PayPal gave back. It shows no resource for some reversals, which include no fee."""
    refund = Refund.objects.get(pk=refund_id)
    try:
        fee_back = endpoints.get_refund(str(refund.paypal_refund_id)).fee_back
    except PayPalRefused:
        fee_back = ZERO
    except PayPalUnclear as problem:
        raise StillWaiting from problem
    if fee_back is None:
        raise StillWaiting
    store_late_fee_back(refund_id, fee_back)


@in_one_transaction
def store_late_fee_back(refund_id: int, fee_back: Decimal) -> None:
    lock_owner(Refund.objects.get(pk=refund_id))
    refund = Refund.objects.get(pk=refund_id)
    if refund.fee_back is None:
        store_fee_back(refund, fee_back)
