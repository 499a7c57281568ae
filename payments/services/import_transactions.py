"""Import transactions from PayPal's Transaction Search that the shop has not recorded.

PayPal sends a webhook for each capture, refund and chargeback, and repeats it for three days. If the webhook never
arrives, this import finds the transaction.
"""

import logging
from collections.abc import Iterable, Set
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from charityshop.db.columns import is_public_id
from charityshop.db.retries import NotFinished, run_each, run_unless_done
from payments.models import Payment, PaymentAlert, Refund
from payments.services.alerts import record_alert
from payments.services.refunds.record_refund import cancel_reversal, record_refund
from payments.services.settle_payment import settle_paypal_order
from paypal import transaction_search
from paypal.exceptions import PayPalRefused, PayPalUnclear
from paypal.schemas import Amount, RefundMade, Transaction
from paypal.transaction_search import CLOCK_DRIFT, MAX_SPAN, UnreadableLine

log = logging.getLogger(__name__)

INTERVAL = timedelta(hours=1)  # Transaction Search itself lags some hours behind
IMPORT_PERIOD = MAX_SPAN  # one span, so at most a few calls
CACHE_KEY = "orders.looked-at-paypals-record"


def import_transactions() -> int:
    """Import what PayPal's record shows, once an hour. Return how many PayPal orders were affected."""
    return run_unless_done("import of PayPal's record", import_record, mark=CACHE_KEY, lasts=INTERVAL.total_seconds())


def import_record() -> int:
    """Settle PayPal's transactions that the shop has not recorded. Return how many PayPal orders were affected.

    Skip transactions that name no order, because the PayPal account may have other uses. A capture that names an order
    which the shop doesn't have is listed for staff: the order is newer than a backup that was restored.
    """
    now = timezone.now()
    try:
        report = transaction_search.read_report(start=now - IMPORT_PERIOD, end=now + CLOCK_DRIFT)
    except (PayPalUnclear, PayPalRefused) as problem:
        log.warning("PayPal does not show its record: %s", problem)
        return 0
    record = report.transactions.values()
    report_unreadable(report.unreadable)
    captures = [line for line in record if line.is_payment]
    refunds = [line for line in record if line.is_refund]
    unrecorded = list_unrecorded_captures(captures) | list_unrecorded_refunds(refunds)
    reversals = {line.id: line for line in refunds if line.is_reversal}
    settled = run_each(
        "paypal order", sorted(unrecorded), lambda order_id: settle_found_order(order_id, reversals.keys())
    )
    run_each("reversal", sorted(reversals), lambda reversal_id: record_reversal(reversals[reversal_id]))
    holds = {line.id: line for line in record if line.is_hold or line.is_end_of_hold}
    run_each("hold at PayPal", list(holds), lambda line_id: record_hold(holds[line_id]))
    canceled = {line.id: line for line in record if line.is_canceled_reversal}
    run_each("canceled reversal", sorted(canceled), lambda line_id: record_canceled_reversal(canceled[line_id]))
    return len(settled)


def report_unreadable(lines: Iterable[UnreadableLine]) -> None:
    """Count failed attempts to read each line. Staff see it in the attention list after the third attempt."""
    problems = {line.name: line.problem for line in lines}

    def fail(name: str) -> None:
        raise NotFinished(problems[name])

    run_each("line of PayPal's record", sorted(problems), fail)


def list_unrecorded_captures(captures: Iterable[Transaction]) -> set[str]:
    """Return the IDs of PayPal orders with a capture that is neither recorded nor listed for staff.

    They are of the shop's payments, or name an order of the shop's form, which the shop may not have (any more).
    """
    lines = {line.id: line for line in captures if line.reference}
    recorded = Payment.objects.filter(status=Payment.Status.COMPLETED, capture_id__in=lines)
    known = set(recorded.values_list("capture_id", flat=True))
    unknown = [line for line in lines.values() if line.id not in known]
    payments = Payment.objects.filter(paypal_order_id__in=[line.reference for line in unknown])
    status_of = dict(payments.values_list("paypal_order_id", "status"))
    named = {line.reference for line in unknown if is_public_id(line.custom_id)}
    ours = named | {line.reference for line in unknown if line.reference in status_of}
    return {paypal_order_id for paypal_order_id in ours if status_of.get(paypal_order_id) not in Payment.UNDECIDED}


def list_unrecorded_refunds(refunds: Iterable[Transaction]) -> set[str]:
    """Return the IDs of PayPal orders with a refund or reversal that is not recorded."""
    lines = {line.id: line.reference for line in refunds}
    recorded = Refund.objects.filter(paypal_refund_id__in=lines)
    unrecorded = lines.keys() - set(recorded.values_list("paypal_refund_id", flat=True))
    captures = {lines[refund_id] for refund_id in unrecorded}
    paid = Payment.objects.by_paypal().filter(capture_id__in=captures, status=Payment.Status.COMPLETED)
    return {str(payment.paypal_order_id) for payment in paid.exclude(paypal_order_id=None)}


def find_captured(line: Transaction) -> Payment | None:
    """Return the payment that this line is about."""
    captured = Payment.objects.by_paypal().filter(status=Payment.Status.COMPLETED, capture_id=line.reference)
    return captured.select_related("order").first()


def record_reversal(line: Transaction) -> None:
    """Record a reversal by PayPal or a bank, unless the PayPal order listed it already."""
    payment = find_captured(line)
    if payment:
        amount = Amount(-line.amount.value, line.amount.currency)
        made = RefundMade(line.id, "COMPLETED", amount, fee_back=line.fee, completed_at=line.at)
        record_refund(payment_id=payment.pk, made=made, is_reversal=True)


def record_hold(line: Transaction) -> None:
    """Alert staff to money that PayPal holds for an open dispute, or store that the hold has ended.

    Nothing is recorded as refunded: the money may stay with the shop. Money that belongs to no order can't be refunded
    meanwhile.
    """
    payment = find_captured(line)
    if payment is None:
        return
    holds = PaymentAlert.objects.holds(payment.order_id, line.reference)
    if line.is_end_of_hold:
        now = timezone.now()
        holds.filter(resolved_at=None, created_at__lte=line.at or now).update(resolved_at=now)
        return
    amount = Amount(-line.amount.value, line.amount.currency)
    held = f"PayPal holds {amount.value:.2f} {amount.currency} of"
    message = (
        f"{held} this order because of a dispute. That alone refunds nothing and ends no seats. "
        if payment.order
        else f"{held} payment {line.reference}, which belongs to no order, because of a dispute. "
    )
    record_alert(
        kind=PaymentAlert.Kind.HOLD,
        reference=line.id if payment.order else line.reference,
        amount=amount,
        order=payment.order,
        message=f"{message}Look for the case in PayPal's Resolution Center.",
        at=line.at,
    )


def record_canceled_reversal(line: Transaction) -> None:
    """Undo a reversal whose money was returned. The transaction refers to the reversal or to the capture."""
    if Refund.objects.filter(paypal_refund_id=line.id).exists():
        return  # recorded by an earlier import
    about = Q(paypal_refund_id=line.reference) | Q(payment__capture_id=line.reference)
    reversals = Refund.objects.effective().filter(about, kind=Refund.Kind.REVERSAL)
    reversal = reversals.filter(amount=line.amount.value).first()
    if reversal:
        cancel_reversal(refund_id=reversal.pk, returned=line)


def settle_found_order(paypal_order_id: str, reversal_ids: Set[str]) -> None:
    try:
        settle_paypal_order(paypal_order_id=paypal_order_id, reversal_ids=reversal_ids)
    except (PayPalUnclear, PayPalRefused) as problem:
        raise NotFinished(str(problem)) from problem
    log.info("PayPal order %s: settled from PayPal's record", paypal_order_id)
