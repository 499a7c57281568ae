"""The books beside PayPal's own record: every capture and refund there is in ours, and every one in ours is there.

Reads, and repairs nothing. What is still on its way (a capture whose answer was lost, a refund that was asked for) is
no difference: upkeep finishes it. PayPal's list may lag some hours behind, so what is missing there is looked up by
itself before it counts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from orders import paypal
from orders.models import Order, Payment, Refund, UnmatchedPayment
from orders.paypal import PayPalMissing, Transaction, UnreadableLine, retry_unclear

ON_ITS_WAY = (Payment.Status.CAPTURING, Payment.Status.PENDING)
ASKED_FOR = (Refund.Status.REQUESTED, Refund.Status.PENDING)


@dataclass(slots=True)
class Comparison:
    """What the two records of a span of time say; `differences` has a sentence for each that is wrong."""

    differences: list[str]
    captures: int = 0  # at PayPal
    refunds: int = 0
    on_their_way: int = 0


def compare(*, start: datetime, end: datetime) -> Comparison:
    """Raises PayPalUnclear or PayPalRefused where PayPal does not show its record."""
    lines = list(paypal.list_transactions(start=start, end=end))
    record = [line for line in lines if isinstance(line, Transaction)]
    captures = {line.id: line for line in record if line.is_payment}
    refunds = {line.id: line for line in record if line.is_refund}
    found = Comparison([], captures=len(captures), refunds=len(refunds))
    for line in lines:
        if isinstance(line, UnreadableLine):
            found.differences.append(f"PayPal's record has a line that the shop cannot read: {line.name}.")
    for line in captures.values():
        check_capture(line, found)
    for line in refunds.values():
        check_refund(line, found)
    found.differences += captures_only_here(captures, start)
    found.differences += refunds_only_here(refunds, start)
    return found


# --- What PayPal has -----------------------------------------------------------------------------------------------


def check_capture(line: Transaction, found: Comparison) -> None:
    ours = Payment.objects.filter(capture_id=line.id).exclude(status=Payment.Status.PENDING).first()
    ours_unmatched = UnmatchedPayment.objects.filter(capture_id=line.id).first()
    known = ours or ours_unmatched
    if known:
        if (known.amount, known.currency) != (line.amount.value, line.amount.currency):
            found.differences.append(
                f"Capture {line.id}: PayPal took {in_words(line)}, and the books say {known.amount} {known.currency}."
            )
        if ours and ours.status != Payment.Status.COMPLETED:
            found.differences.append(
                f"Capture {line.id}: PayPal took {in_words(line)}, and the books have it as {ours.status}."
            )
    elif is_awaited(line):
        found.on_their_way += 1
    else:
        found.differences.append(
            f"PayPal took {in_words(line)} (capture {line.id}, PayPal order {line.reference}"
            f"{about(line)}), and the books know nothing of it."
        )


def is_awaited(line: Transaction) -> bool:
    return Payment.objects.filter(paypal_order_id=line.reference, status__in=ON_ITS_WAY).exists()


def about(line: Transaction) -> str:
    order = Order.objects.filter(public_id=line.custom_id or "-").first()
    return f" for {order}" if order else ""


def check_refund(line: Transaction, found: Comparison) -> None:
    ours = Refund.objects.filter(paypal_refund_id=line.id).first()
    if ours and (ours.status == Refund.Status.COMPLETED or ours.is_reversal):
        if ours.amount != -line.amount.value:
            found.differences.append(
                f"Refund {line.id}: PayPal gave {in_words(line)} back, and the books say {ours.amount}."
            )
    elif is_refund_awaited(line):
        found.on_their_way += 1
    elif not UnmatchedPayment.objects.filter(capture_id=line.reference, refunded_at__isnull=False).exists():
        found.differences.append(
            f"PayPal gave {in_words(line)} back (refund {line.id} of capture {line.reference}), "
            "and the books know nothing of it."
        )


def is_refund_awaited(line: Transaction) -> bool:
    """Asked for, and not written down yet; one whose PayPal id is known is awaited under that id alone."""
    asked = Refund.objects.filter(payment__capture_id=line.reference, status__in=ASKED_FOR, amount=-line.amount.value)
    if asked.filter(paypal_refund_id__in=[line.id]).exists() or asked.filter(paypal_refund_id=None).exists():
        return True
    requested = UnmatchedPayment.objects.waiting().filter(capture_id=line.reference)
    return requested.filter(refund_asked_at__isnull=False).exists()


def in_words(line: Transaction) -> str:
    return f"{abs(line.amount.value):.2f} {line.amount.currency}"


# --- What only the books have --------------------------------------------------------------------------------------


def captures_only_here(captures: dict[str, Transaction], start: datetime) -> Iterator[str]:
    ours = Payment.objects.filter(status=Payment.Status.COMPLETED, captured_at__gte=start).select_related("order")
    for payment in ours.iterator():
        if payment.capture_id not in captures and not took_money(str(payment.capture_id), payment.amount):
            yield (
                f"{payment.order}: the books have capture {payment.capture_id} of {payment.amount} {payment.currency}, "
                "and PayPal shows no such money."
            )


def took_money(capture_id: str, amount: Decimal) -> bool:
    try:
        capture = retry_unclear(lambda: paypal.get_capture(capture_id))
    except PayPalMissing:
        return False
    return capture.took_money and capture.amount.value == amount


def refunds_only_here(refunds: dict[str, Transaction], start: datetime) -> Iterator[str]:
    ours = Refund.objects.filter(
        status=Refund.Status.COMPLETED, completed_at__gte=start, amount__gt=0, is_reversal=False
    )  # PayPal's list may show a reversal days after its webhook
    for refund in ours.exclude(payment=None).select_related("order").iterator():
        if refund.paypal_refund_id not in refunds and not went_back(str(refund.paypal_refund_id), refund.amount):
            yield (
                f"{refund.order}: the books have refund {refund.paypal_refund_id} of {refund.amount}, "
                "and PayPal shows no such refund."
            )


def went_back(refund_id: str, amount: Decimal) -> bool:
    try:
        made = retry_unclear(lambda: paypal.get_refund(refund_id))
    except PayPalMissing:
        return False
    return made.status == "COMPLETED" and made.amount.value == amount
