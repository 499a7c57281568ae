"""Ask PayPal for fees that were unknown when a payment or refund completed. `upkeep` does so hourly.

Fees are what PayPal reports, never computed.
"""

from collections.abc import Callable
from decimal import Decimal

from django.db.models import Model, QuerySet

from charityshop.db.retries import StillWaiting, rows_to_retry, run_each
from charityshop.db.transactions import in_one_transaction
from payments.journal import lock_owner, post_money
from payments.models import Payment, Refund
from payments.services.refunds.record_refund import NO_FEE_BACK, store_fee_back
from paypal import endpoints
from paypal.exceptions import PayPalRefused, PayPalUnclear

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
        fee_back = NO_FEE_BACK
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
