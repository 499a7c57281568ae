"""Read what people gave, and which groups of gifts are public."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Exists, Min, OuterRef, Q, Subquery

from giving.gifts import Gift, GiftAmounts, GiftGroup, group_gifts, list_gifts
from giving.selectors.paid_orders import list_orders, list_paid_orders
from orders.models import Order, Payment, Refund, RefundPart
from orders.pricing import Totals
from orders.worth import scale_totals

READ = ("order", "order__user", "amount", "fee", "booked_on", "captured_at", "created_at")
SUMS = {name: f"order__{name}_price" for name in ("items", "tax", "shipping", "gift")}  # they add up to the total


@dataclass(frozen=True, slots=True)
class Gifts:
    """All gifts, in the order in which the shop learned of them, and the groups of them that are public."""

    every: Sequence[Gift]
    public: Sequence[GiftGroup]


def read_gifts() -> Gifts:
    """Read the gifts of all payments that count. Nobody gives in cash.

    A payment or refund whose fee PayPal has not reported yet keeps later gifts from becoming public. Otherwise it would
    change their group once the fee is known. It hides none that came before the order's own first gift.
    """
    found: list[Gift] = []
    unknown: list[datetime] = []
    refunded: dict[int, datetime] = {}  # by order: when its first gift came
    for payment in list_payments():
        paid_at = payment["captured_at"] or payment["created_at"]
        given_at = paid_at if payment["order__gift_price"] else payment["kept_at"]
        if payment["fee"] is None:
            unknown.append(given_at)
        elif payment["is_refunded"]:
            refunded[payment["order"]] = given_at
        elif gift := build_gift(payment):
            found.append(gift)
    for order in list_orders(Order.objects.filter(pk__in=refunded)) if refunded else ():
        unknown += [max(when, refunded[order.pk]) for when in list_unknown_refunds(order)]
        found += [gift for paid in list_paid_orders(order) for gift in list_gifts(paid)]
    found.sort(key=lambda gift: (gift.at, gift.order))
    known = [gift for gift in found if not unknown or gift.at < min(unknown)]
    return Gifts(found, list(group_gifts(known)))


def list_payments() -> Iterator[dict[str, Any]]:
    """Yield the payments of orders with a gift, or with seats that became one, and their first line."""
    kept = RefundPart.objects.filter(refund__order=OuterRef("order"), gift__gt=0).order_by("pk")
    refunds = Refund.objects.filter(order=OuterRef("order"), status=Refund.Status.COMPLETED)
    completed = Payment.objects.counting().by_paypal().filter(currency=settings.CURRENCY)
    payments = completed.filter(Q(order__gift_price__gt=0) | Exists(kept))
    kept_at = Subquery(kept.values("refund__completed_at")[:1])
    payments = payments.annotate(is_refunded=Exists(refunds), kept_at=kept_at, line=Min("order__lines"))
    yield from payments.values(*READ, *SUMS.values(), "is_refunded", "kept_at", "line")


def build_gift(payment: Mapping[str, Any]) -> Gift | None:
    """Return the gift of a payment of an order without refunds."""
    totals = scale_totals(Totals(**{name: payment[column] for name, column in SUMS.items()}), payment["amount"])
    if not totals.gift or payment["booked_on"] is None:
        return None
    return Gift(
        order=payment["order"],
        user=payment["order__user"],
        line=payment["line"],
        paid_on=payment["booked_on"],
        at=payment["captured_at"] or payment["created_at"],
        day=payment["booked_on"],
        amounts=GiftAmounts(totals.gift, payment["fee"]),
    )


def list_unknown_refunds(order: Order) -> Iterator[datetime]:
    """Yield when refunds were completed of which PayPal has not reported yet what it gave back of its fee."""
    for refund in order.refunds.all():
        if refund.status == Refund.Status.COMPLETED and refund.paypal_refund_id and refund.fee_back is None:
            yield refund.completed_at or refund.created_at
