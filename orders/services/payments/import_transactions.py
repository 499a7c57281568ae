"""What PayPal did and no message told: its own record is read now and then, and what the books lack is settled.

A refund made on PayPal's site, a chargeback, a capture: PayPal tells of each by a message, and tries for three days.
Should the message never arrive, the books would be wrong until somebody compared them.
"""

import logging
from collections.abc import Iterable, Set
from datetime import timedelta

from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone

from charityshop.db.retries import NotFinished, run_each
from orders import paypal
from orders.models import Order, Payment, PaymentAlert, Refund, UnmatchedPayment
from orders.paypal import Amount, PayPalRefused, PayPalUnclear, RefundMade, Transaction, UnreadableLine
from orders.paypal.transaction_search import MAX_SPAN
from orders.services.alerts import record_alert, withdraw_holds
from orders.services.payments.settle_order import settle_paypal_order
from orders.services.refunds.record_refund import cancel_reversal, record_refund
from orders.services.refunds.refund_unmatched_payment import notice_if_back

log = logging.getLogger(__name__)

LOOK_EVERY = timedelta(hours=1)  # the record itself lags some hours behind
LOOK_BACK = MAX_SPAN  # one span of the record, so a handful of calls at the most
A_MOMENT = timedelta(minutes=5)  # PayPal's clock and ours may differ
LOOKED = "orders.looked-at-paypals-record"
IN_DOUBT = (Payment.Status.CAPTURING, Payment.Status.PENDING)  # reconciling asks about these by itself


def catch_up() -> int:
    """Settle what PayPal's record has and the books lack; answers how many orders of PayPal's that concerned.

    Looks at most once an hour, whoever comes first. Only money of our own orders is settled: the same PayPal account
    may have other uses.
    """
    if not cache.add(LOOKED, True, LOOK_EVERY.total_seconds()):
        return 0
    now = timezone.now()
    try:
        lines = list(paypal.list_transactions(start=now - LOOK_BACK, end=now + A_MOMENT))
    except (PayPalUnclear, PayPalRefused) as problem:
        log.warning("PayPal does not show its record: %s", problem)
        return 0
    record = [line for line in lines if isinstance(line, Transaction)]
    report_unreadable([line for line in lines if isinstance(line, UnreadableLine)])
    captures = [line for line in record if line.is_payment]
    refunds = [line for line in record if line.is_refund]
    unheard = captures_unheard_of(captures) | refunds_unheard_of(refunds)
    reversals = {line.id: line for line in refunds if line.is_reversal}
    settled = run_each("paypal order", sorted(unheard), lambda order_id: settle_one(order_id, reversals.keys()))
    run_each("reversal", sorted(reversals), lambda reversal_id: record_reversal(reversals[reversal_id]))
    holds = {line.id: line for line in record if line.is_hold or line.is_end_of_hold}
    run_each("hold at PayPal", list(holds), lambda line_id: record_hold(holds[line_id]))
    canceled = {line.id: line for line in record if line.is_canceled_reversal}
    run_each("canceled reversal", sorted(canceled), lambda line_id: cancel_one(canceled[line_id]))
    return len(settled) + unmatched_given_back(refunds)


def report_unreadable(lines: Iterable[UnreadableLine]) -> None:
    """Count how often each line could not be read; staff see it after the third time."""
    problems = {line.name: line.problem for line in lines}

    def fail(name: str) -> None:
        raise NotFinished(problems[name])

    run_each("line of PayPal's record", sorted(problems), fail)


def captures_unheard_of(captures: Iterable[Transaction]) -> set[str]:
    """PayPal's orders that took money for one of ours, which is not written down."""
    lines = {line.id: line for line in captures if line.reference}
    written = Payment.objects.filter(status=Payment.Status.COMPLETED, capture_id__in=lines)
    known = set(written.values_list("capture_id", flat=True))
    unknown = [line for line in lines.values() if line.id not in known]
    payments = Payment.objects.filter(paypal_order_id__in=[line.reference for line in unknown])
    status_of = dict(payments.values_list("paypal_order_id", "status"))
    named = Order.objects.filter(public_id__in=[line.custom_id for line in unknown if line.custom_id])
    orders = set(named.values_list("public_id", flat=True))
    ours = {line.reference for line in unknown if line.reference in status_of or line.custom_id in orders}
    return {paypal_order_id for paypal_order_id in ours if status_of.get(paypal_order_id) not in IN_DOUBT}


def refunds_unheard_of(refunds: Iterable[Transaction]) -> set[str]:
    """PayPal's orders of whose money something went back that is not written down."""
    lines = {line.id: line.reference for line in refunds}
    written = Refund.objects.filter(paypal_refund_id__in=lines)
    unheard = lines.keys() - set(written.values_list("paypal_refund_id", flat=True))
    captures = {lines[refund_id] for refund_id in unheard}
    paid = Payment.objects.filter(capture_id__in=captures, status=Payment.Status.COMPLETED)
    return {str(payment.paypal_order_id) for payment in paid.exclude(paypal_order_id=None)}


def record_reversal(line: Transaction) -> None:
    """Record what PayPal or a bank took back, unless its PayPal order listed it already."""
    payment = Payment.objects.filter(capture_id=line.reference, status=Payment.Status.COMPLETED).first()
    if payment:
        made = RefundMade(line.id, "COMPLETED", Amount(-line.amount.value, line.amount.currency))
        record_refund(payment_id=payment.pk, made=made, is_reversal=True)


def record_hold(line: Transaction) -> None:
    """Money that PayPal holds for an open dispute is not gone. Staff are told, unless a webhook told them before."""
    payment = Payment.objects.filter(capture_id=line.reference, status=Payment.Status.COMPLETED).first()
    if payment is None:
        return
    if line.is_end_of_hold:
        withdraw_holds(payment.order)
    elif not payment.order.alerts.about_disputes().exists():
        amount = Amount(-line.amount.value, line.amount.currency)
        record_alert(
            kind=PaymentAlert.Kind.HOLD,
            reference=line.id,
            amount=amount,
            order=payment.order,
            message=f"PayPal holds {amount.value:.2f} {amount.currency} of this order because of a dispute. Nothing is "
            "refunded yet, and the seats stay booked. Look for the case in PayPal's Resolution Center.",
        )


def cancel_one(line: Transaction) -> None:
    """A chargeback whose money came back: the report refers to the chargeback or to the capture."""
    if PaymentAlert.objects.filter(kind=PaymentAlert.Kind.REVERSAL_CANCELED, reference=line.id).exists():
        return  # done when the report was read before
    about = Q(paypal_refund_id=line.reference) | Q(payment__capture_id=line.reference)
    reversals = Refund.objects.filter(about, is_reversal=True, status=Refund.Status.COMPLETED)
    reversal = reversals.filter(amount=line.amount.value).first()
    if reversal:
        cancel_reversal(refund_id=reversal.pk, reference=line.id)


def settle_one(paypal_order_id: str, reversal_ids: Set[str]) -> None:
    try:
        settle_paypal_order(paypal_order_id=paypal_order_id, reversal_ids=reversal_ids)
    except (PayPalUnclear, PayPalRefused) as problem:
        raise NotFinished(str(problem)) from problem
    log.info("PayPal order %s: settled from PayPal's record", paypal_order_id)


def unmatched_given_back(refunds: Iterable[Transaction]) -> int:
    """Payments of no order, waiting for a person, that somebody gave back on PayPal's own site."""
    captures = [line.reference for line in refunds]
    waiting = UnmatchedPayment.objects.waiting().filter(capture_id__in=captures, refund_asked_at=None)
    ids = list(waiting.values_list("pk", flat=True))
    return sum(run_each("unmatched at PayPal", ids, lambda payment_id: notice_if_back(payment_id=payment_id)))
