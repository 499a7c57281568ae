"""Compare the shop's captures and refunds with PayPal's Transaction Search, in both directions. Read-only.

Unfinished captures and refunds are not differences, because `upkeep` finishes them. Nor is what staff explained when
they closed a month. Transaction Search may lag some hours behind, so transactions missing from it are looked up one by
one before they count as a difference.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Q

from orders.models import Order
from payments.models import Payment, PaymentAlert, Refund, SettlementExplanation
from paypal import endpoints, transaction_search
from paypal.exceptions import PayPalMissing, retry_unclear
from paypal.schemas import Transaction
from paypal.transaction_search import UnreadableLine


@dataclass(slots=True)
class Comparison:
    """The result of comparing a period. `differences` has a message for each difference."""

    differences: list[str]
    captures: int = 0  # at PayPal
    refunds: int = 0
    unrecorded: int = 0  # their payments or refunds are still open in the shop


def compare(*, start: datetime, end: datetime) -> Comparison:
    """Compare a period. Raise PayPalUnclear or PayPalRefused if PayPal doesn't return its transactions."""
    lines = list(transaction_search.list_transactions(start=start, end=end))
    explained = set(SettlementExplanation.objects.values_list("paypal_id", flat=True))
    record = [line for line in lines if isinstance(line, Transaction)]
    captures = {line.id: line for line in record if line.is_payment}
    refunds = {line.id: line for line in record if line.is_refund}
    found = Comparison([], captures=len(captures), refunds=len(refunds))
    for line in lines:
        if isinstance(line, UnreadableLine) and line.name not in explained:
            found.differences.append(f"PayPal lists a transaction that the shop cannot read: {line.name}.")
    for line in captures.values():
        if line.id not in explained:
            check_capture(line, found)
    for line in refunds.values():
        if line.id not in explained:
            check_refund(line, found)
    for line in {line.id: line for line in record if line.is_canceled_reversal}.values():
        if line.id not in explained:
            check_return(line, found)
    found.differences += find_extra_captures(captures.keys() | explained, start)
    found.differences += find_extra_refunds(refunds.keys() | explained, start)
    return found


# --- What PayPal has -----------------------------------------------------------------------------------------------


def check_capture(line: Transaction, found: Comparison) -> None:
    ours = Payment.objects.filter(capture_id=line.id).exclude(status=Payment.Status.PENDING).first()
    if ours:
        if (ours.amount, ours.currency) != (line.amount.value, line.amount.currency):
            found.differences.append(
                f"Capture {line.id}: PayPal took {format_amount(line)}, and the shop recorded "
                f"{ours.amount} {ours.currency}."
            )
        if ours.status != Payment.Status.COMPLETED:
            found.differences.append(
                f"Capture {line.id}: PayPal took {format_amount(line)}, but the shop's payment is {ours.status}."
            )
    elif is_awaited(line):
        found.unrecorded += 1
    else:
        found.differences.append(
            f"PayPal took {format_amount(line)} (capture {line.id}, PayPal order {line.reference}"
            f"{format_order(line)}), and the shop has no record of it."
        )


def is_awaited(line: Transaction) -> bool:
    return Payment.objects.filter(paypal_order_id=line.reference, status__in=Payment.UNDECIDED).exists()


def format_order(line: Transaction) -> str:
    order = Order.objects.filter(public_id=line.custom_id or "-").first()
    return f" for {order}" if order else ""


def check_refund(line: Transaction, found: Comparison) -> None:
    ours = Refund.objects.filter(paypal_refund_id=line.id).first()
    if ours and (ours.status == Refund.Status.COMPLETED or ours.kind == Refund.Kind.REVERSAL):
        if ours.amount != -line.amount.value:
            found.differences.append(
                f"Refund {line.id}: PayPal refunded {format_amount(line)}, and the shop recorded {ours.amount}."
            )
    elif is_refund_awaited(line):
        found.unrecorded += 1
    elif not (
        Refund.objects.effective().filter(order=None, payment__capture_id=line.reference).exists()
        or PaymentAlert.objects.filter(kind=PaymentAlert.Kind.FORGOTTEN_REFUND, reference=line.id).exists()
    ):
        found.differences.append(
            f"PayPal refunded {format_amount(line)} (refund {line.id} of capture {line.reference}), "
            "and the shop has no record of it."
        )


def check_return(line: Transaction, found: Comparison) -> None:
    """Check that the shop has recorded the return of a reversal's money."""
    ours = Refund.objects.filter(paypal_refund_id=line.id).select_related("returns").first()
    if ours is None:
        found.differences.append(
            f"PayPal returned {format_amount(line)} of a reversal ({line.id}, of {line.reference}), "
            "and the shop has no record of it."
        )
    elif ours.amount != line.amount.value:
        found.differences.append(
            f"Reversal {ours.returns and ours.returns.paypal_refund_id}: PayPal returned {format_amount(line)}, "
            f"and the shop recorded {ours.amount}."
        )


def is_refund_awaited(line: Transaction) -> bool:
    """Return whether this is a requested refund that isn't recorded as completed yet."""
    asked = Refund.objects.filter(
        payment__capture_id=line.reference, status__in=Refund.UNDECIDED, amount=-line.amount.value
    )
    return asked.filter(Q(paypal_refund_id=line.id) | Q(paypal_refund_id=None)).exists()


def format_amount(line: Transaction) -> str:
    return f"{abs(line.amount.value):.2f} {line.amount.currency}"


# --- What only the shop has ----------------------------------------------------------------------------------------


def find_extra_captures(captures: Set[str], start: datetime) -> Iterator[str]:
    ours = Payment.objects.by_paypal().filter(status=Payment.Status.COMPLETED, captured_at__gte=start)
    for payment in ours.select_related("order").iterator():
        if payment.capture_id not in captures and not is_capture_completed(str(payment.capture_id), payment.amount):
            yield (
                f"{payment.order}: the shop has capture {payment.capture_id} of {payment.amount} {payment.currency}, "
                "and PayPal shows no such capture."
            )


def is_capture_completed(capture_id: str, amount: Decimal) -> bool:
    try:
        capture = retry_unclear(lambda: endpoints.get_capture(capture_id))
    except PayPalMissing:
        return False
    return capture.took_money and capture.amount.value == amount


def find_extra_refunds(refunds: Set[str], start: datetime) -> Iterator[str]:
    ours = Refund.objects.filter(
        status=Refund.Status.COMPLETED,
        completed_at__gte=start,
        amount__gt=0,
        order__isnull=False,
        kind__in=[Refund.Kind.REQUESTED, Refund.Kind.AT_PAYPAL],
    )  # without reversals, which may appear in Transaction Search days after their webhook
    for refund in ours.select_related("order").iterator():
        if refund.paypal_refund_id not in refunds and not is_completed(str(refund.paypal_refund_id), refund.amount):
            yield (
                f"{refund.order}: the shop has refund {refund.paypal_refund_id} of {refund.amount}, "
                "and PayPal shows no such refund."
            )


def is_completed(refund_id: str, amount: Decimal) -> bool:
    try:
        made = retry_unclear(lambda: endpoints.get_refund(refund_id))
    except PayPalMissing:
        return False
    return made.status == "COMPLETED" and made.amount.value == amount
