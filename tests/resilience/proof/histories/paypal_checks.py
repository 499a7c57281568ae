"""Compare the shop's money with the PayPal simulator's, to the cent, after every step.

PayPal may know more than the shop: money that it moved by itself, until its webhook arrives, and requests of the shop
whose answer was lost. The shop never knows of money that PayPal did not move, and PayPal moves no refund twice.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

from django.conf import settings

from ledger.journal import post_movement
from ledger.selectors.movements import PAYPAL, list_movements
from orders.models import Payment, Refund

Json = dict[str, Any]


def find_differences(record: Json) -> list[str]:
    """Compare with the simulator's state."""
    captures = {capture["id"]: capture for capture in record["captures"]}
    refunds = {refund["id"]: refund for refund in record["refunds"]}
    return [
        *find_wrong_captures(captures),
        *find_wrong_refunds(refunds),
        *find_unknown_refunds(refunds),
        *find_wrong_balance(captures, refunds),
    ]


def get_amount(row: Json) -> Decimal:
    return Decimal(row["amount"]["value"])


def find_wrong_captures(captures: dict[str, Json]) -> Iterator[str]:
    for payment in Payment.objects.filter(status=Payment.Status.COMPLETED).select_related("order"):
        capture = captures.get(str(payment.capture_id))
        if capture is None or get_amount(capture) != payment.amount:
            yield f"{payment.order}: the shop captured {payment.amount}, and PayPal {capture and get_amount(capture)}."


def find_wrong_refunds(refunds: dict[str, Json]) -> Iterator[str]:
    """Check each refund through PayPal. Staff may return money in other ways, and reversals are PayPal's."""
    done = Refund.objects.filter(status=Refund.Status.COMPLETED, is_reversal=False, amount__gt=0)
    for refund in done.exclude(payment=None).select_related("order", "payment"):
        made = refunds.get(str(refund.paypal_refund_id))
        is_same = made and made["status"] == "COMPLETED" and made["capture_id"] == refund.payment.capture_id
        if made is None or not is_same or get_amount(made) != refund.amount:
            yield f"{refund.order}: the shop refunded {refund.amount}, and PayPal's record has {made}."


def find_unknown_refunds(refunds: dict[str, Json]) -> Iterator[str]:
    """Check that PayPal made each requested refund once, and that the shop still expects it or has recorded it."""
    ours = {refund.request_key: refund for refund in Refund.objects.select_related("order")}
    moved = [made for made in refunds.values() if made["status"] in ("COMPLETED", "PENDING")]
    for key, times in Counter(made.get("custom_id") for made in moved if made.get("custom_id") in ours).items():
        if times > 1:
            yield f"{ours[key].order}: PayPal made one refund {times} times."
        if ours[key].status == Refund.Status.FAILED:
            yield f"{ours[key].order}: PayPal refunded {ours[key].amount}, and the shop's refund has failed."


def find_wrong_balance(captures: dict[str, Json], refunds: dict[str, Json]) -> Iterator[str]:
    """Check that the journal's account of PayPal has what PayPal captured, less its fees and refunds.

    Reversals are PayPal's, with amounts that only webhooks report.
    """
    movements = [movement for movement in list_movements(date.min, date.max) if movement.account == PAYPAL]
    booked = sum((post_movement(movement).debits[PAYPAL] for movement in movements), Decimal(0))
    known = Payment.objects.filter(status=Payment.Status.COMPLETED, fee__isnull=False, currency=settings.CURRENCY)
    taken = sum((get_net(captures[str(payment.capture_id)]) for payment in known), Decimal(0))
    done = Refund.objects.filter(status=Refund.Status.COMPLETED, amount__gt=0, payment__in=known)
    given = sum((get_returned(refund, refunds) for refund in done), Decimal(0))
    if booked != taken - given:
        yield f"The journal has {booked} at PayPal, which captured {taken} after fees, and refunded {given}."


def get_net(capture: Json) -> Decimal:
    return Decimal(capture["seller_receivable_breakdown"]["net_amount"]["value"])


def get_returned(refund: Refund, refunds: dict[str, Json]) -> Decimal:
    """Return what a refund cost at PayPal, less the fee that PayPal gave back."""
    made = refunds.get(str(refund.paypal_refund_id))
    return Decimal(made["seller_payable_breakdown"]["net_amount"]["value"]) if made else refund.amount
