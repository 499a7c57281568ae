"""Compare the shop's money with the PayPal simulator's, to the cent, after every step.

PayPal may know more than the shop: money that it moved by itself, until its webhook arrives, and requests of the shop
whose answer was lost. The shop never knows of money that PayPal did not move, and PayPal moves no refund twice.
"""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from orders.models import Payment, Refund

Json = dict[str, Any]


def find_differences(record: Json) -> list[str]:
    """Compare with the simulator's state."""
    captures = {capture["id"]: capture for capture in record["captures"]}
    refunds = {refund["id"]: refund for refund in record["refunds"]}
    return [*find_wrong_captures(captures), *find_wrong_refunds(refunds), *find_unknown_refunds(refunds)]


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
