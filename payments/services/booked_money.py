"""Store PayPal's fees, and the returns of reversals' money.

Fees are what PayPal reports, never computed. Some are unknown when a payment completes: `upkeep` asks for them hourly.
"""

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal

from django.db.models import Model, QuerySet
from django.utils import timezone

from charityshop.db.retries import StillWaiting, rows_to_retry, run_each
from charityshop.db.transactions import in_one_transaction
from orders.models import Order
from orders.services.locks import lock_order_and_dates
from payments.journal import post_fee_back, post_money
from payments.models import Payment, Refund
from paypal import endpoints
from paypal.endpoints import new_request_key
from paypal.exceptions import PayPalRefused, PayPalUnclear
from paypal.schemas import Capture, RefundMade, Transaction

BATCH_SIZE = 200  # calls to PayPal in a run, besides repeated ones
NO_FEE_BACK = Decimal("0.00")


def lock_owner(money: Payment | Refund) -> Order | Payment:
    """Lock and return the order of a payment or refund, with its dates, or the payment that nobody has claimed."""
    if money.order_id is not None:
        return lock_order_and_dates(money.order_id)
    unclaimed = Payment.objects.select_for_update(no_key=True)
    return unclaimed.get(pk=money.pk) if isinstance(money, Payment) else unclaimed.get(refunds=money)


def store_capture_fee(payment: Payment, capture: Capture) -> None:
    """Store PayPal's fee for a completed payment."""
    if payment.status == Payment.Status.COMPLETED and payment.fee is None and capture.fee is not None:
        payment.fee = capture.fee
        payment.save(update_fields=["fee"])


def get_time(reported: datetime | None) -> datetime:
    """Return when PayPal says that money moved, which is not in the future, or now."""
    now = timezone.now()
    return min(reported or now, now)


def book_fee_back(refund: Refund, made: RefundMade) -> None:
    """Store what PayPal gave back of its fee, if that was unknown: its report may say it first."""
    if refund.status == Refund.Status.COMPLETED and refund.fee_back is None and made.fee_back is not None:
        store_fee_back(refund, made.fee_back)


def store_fee_back(refund: Refund, fee_back: Decimal) -> None:
    refund.fee_back = fee_back
    refund.save(update_fields=["fee_back"])
    post_fee_back(refund)


def record_reversal_return(reversal: Refund, returned: Transaction | None) -> None:
    """Store that the money of a reversal came back.

    `returned` is the transaction that returned it. Without one, PayPal never had the reversal, and gave no fee back
    for it.
    """
    if returned is None and reversal.fee_back is None:
        reversal.fee_back = NO_FEE_BACK
        reversal.save(update_fields=["fee_back"])
    Refund.objects.create(
        order=reversal.order,
        payment=reversal.payment,
        kind=Refund.Kind.RETURNED,
        returns=reversal,
        status=Refund.Status.COMPLETED,
        amount=reversal.amount,
        of_gift=reversal.of_gift,
        request_key=new_request_key(),
        paypal_refund_id=returned.id if returned else None,
        completed_at=get_time(returned.at if returned else None),
        fee_back=returned.fee if returned else -(reversal.fee_back or NO_FEE_BACK),
    )


# --- Fees that were unknown ------------------------------------------------------------------------------------------


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
