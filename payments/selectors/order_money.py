"""Captured and refunded amounts of an order, in the currency of its payment. Cash counts as captured."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from django.conf import settings
from django.db.models import QuerySet, Sum

from orders.models import Order
from orders.pricing import Paid, SoldLine, get_next_seats_value, get_refund_values
from orders.selectors.orders import count_kept_seats, list_lines, share_totals
from payments.models import Payment, Refund, RefundPart

LIVE = (*Refund.UNDECIDED, Refund.Status.COMPLETED)


def get_counting_payment(order: Order) -> Payment | None:
    """Return what pays the order, at PayPal or in a drawer. Test orders and free orders have no payment.

    Like PaymentQuerySet.counting(), and from prefetched rows if there are any.
    """
    return next((payment for payment in order.payments.all() if payment.counts), None)


def is_paid_in_cash(order: Order) -> bool:
    return order.payments.in_cash().exists()


def get_captured_amount(order: Order) -> Decimal:
    """Return what PayPal captured, or what was paid in cash."""
    payment = get_counting_payment(order)
    return payment.amount if payment else Decimal(0)


def sum_refunds(order: Order, statuses: Collection[str]) -> Decimal:
    return sum_up(order.refunds.of_order().effective(*statuses), "amount")


def sum_up(refunds: QuerySet[Refund], column: str) -> Decimal:
    return refunds.aggregate(sum=Sum(column))["sum"] or Decimal(0)


def get_refundable_amount(order: Order) -> Decimal:
    """Return what may still be refunded: the captured amount minus requested, pending and completed refunds.

    It is never negative. Refunds exceed what was captured until the shop learns that a reversal among them is undone.
    """
    return max(get_captured_amount(order) - sum_refunds(order, LIVE), Decimal(0))


def get_amount_without_reversals(order: Order) -> Decimal:
    """Return what could still be refunded if all reversals were undone."""
    refunds = order.refunds.of_order().effective(*LIVE).exclude(kind=Refund.Kind.REVERSAL)
    return get_captured_amount(order) - sum_up(refunds, "amount")


def get_net_amount(order: Order) -> Decimal:
    """Return the captured amount minus completed refunds."""
    return get_captured_amount(order) - sum_refunds(order, [Refund.Status.COMPLETED])


def get_refundable_gift(order: Order) -> Decimal:
    """Return what may still be refunded of the order's gift."""
    if not (gift := order.worth.gift):
        return Decimal(0)
    refunded = sum_up(order.refunds.of_order().effective(*LIVE), "of_gift")
    return max(min(gift - refunded, get_refundable_amount(order)), Decimal(0))


def get_gift_part(order: Order, amount: Decimal, payment: Payment | None = None) -> Decimal:
    """Return how much of a refund of this amount is the gift: only what everything else that is left doesn't cover."""
    gift = Decimal(0) if payment and payment.is_extra else get_refundable_gift(order)
    return max(min(amount - (get_refundable_amount(order) - gift), gift, amount), Decimal(0))


def count_returned_seats(order: Order, statuses: Collection[str] = LIVE) -> dict[int, int]:
    """Return the seats by line that refunds with these statuses return."""
    parts = RefundPart.objects.filter(line__order=order, refund__status__in=statuses)
    return dict(parts.order_by().values_list("line").annotate(Sum("seats")))


def count_open_seats(order: Order) -> dict[int, int]:
    """Return the seats by line that no refund returns yet, in the order of the lines."""
    returned = count_returned_seats(order)
    return {line.pk: line.seats - returned.get(line.pk, 0) for line in list_lines(order)}


def get_paid(order: Order, lines: Mapping[int, SoldLine]) -> Paid:
    """Return the order's captured, refunded and retained amounts, and what is left of its gift."""
    retained, returned = Decimal(0), dict.fromkeys(lines, 0)
    for part in RefundPart.objects.filter(line__order=order, refund__status__in=LIVE).select_related("refund__change"):
        change = getattr(part.refund, "change", None)
        if change and change.kind == change.Kind.RETURN:
            retained += get_next_seats_value(lines[part.line_id], returned=returned[part.line_id], count=part.seats)
        returned[part.line_id] += part.seats
        retained += part.fee + part.donated
    paid = Paid(get_captured_amount(order), sum_refunds(order, LIVE), retained)
    return replace(paid, gift=get_refundable_gift(order))


@dataclass(frozen=True, slots=True)
class Values:
    """What seats of an order are worth. Test orders and free orders have no payment, and their seats no value."""

    lines: Mapping[int, SoldLine]
    returned: Mapping[int, int]
    paid: Paid | None

    def get_each(self, chosen: Mapping[int, int]) -> dict[int, Decimal]:
        """Return the value of these numbers of seats by line."""
        if self.paid is None:
            return dict.fromkeys(chosen, Decimal(0))
        return get_refund_values(chosen, returned=self.returned, lines=self.lines, paid=self.paid)

    def get_seats(self, line_id: int, count: int) -> Decimal:
        return self.get_each({line_id: count})[line_id]


def read_values(order: Order) -> Values:
    lines = share_totals(order.worth, list_lines(order))
    paid = get_paid(order, lines) if get_counting_payment(order) else None
    return Values(lines, count_returned_seats(order), paid)


def get_settled_status(order: Order) -> Order.Status:
    """Return the status of a sold order: refunded once it has neither seats nor money.

    Seats and money are separate facts: seats end only with the refund that returns them.
    """
    if not count_kept_seats(order) and get_net_amount(order) <= 0:
        return Order.Status.REFUNDED
    is_changed = order.refunds.of_order().effective().exists() or count_returned_seats(order, [Refund.Status.COMPLETED])
    return Order.Status.PARTLY_REFUNDED if is_changed else Order.Status.PAID


def get_seats_by_booking(refund: Refund) -> dict[int, int]:
    """Return the seats that the refund returns by booking ID."""
    return dict(refund.parts.values_list("line__booking", "seats"))


# --- From prefetched refunds -----------------------------------------------------------------------------------------


RefundStep = Literal["not_taken", "asked", "refused"]
"""Not captured yet; refund requested; refund refused by PayPal."""


@dataclass(frozen=True, slots=True)
class RefundDue:
    because: str  # one of Order.RefundReason
    step: RefundStep
    amount: Decimal
    currency: str


def list_own_refunds(order: Order) -> list[Refund]:
    """Return the refunds of the order's own payment.

    Leave out reversals whose money was returned, and these returns, as if they had not happened.
    """
    refunds = list(order.refunds.all())
    left_out = {pk for each in refunds if each.returns_id for pk in (each.pk, each.returns_id)}
    return [refund for refund in refunds if refund.is_of_order and refund.pk not in left_out]


def list_effective_refunds(order: Order) -> list[Refund]:
    """Return the same refunds as RefundQuerySet.of_order().effective()."""
    completed = [refund for refund in list_own_refunds(order) if refund.status == Refund.Status.COMPLETED]
    return [refund for refund in completed if refund.kind != Refund.Kind.RELEASE]


def get_refunded_price(order: Order) -> Decimal:
    """Return the sum of completed refunds, in their payment's currency."""
    return sum((refund.amount for refund in list_effective_refunds(order)), Decimal(0))


def find_last_refund(order: Order) -> Refund | None:
    """Return the refund with money that was completed last."""
    refunds = [refund for refund in list_effective_refunds(order) if refund.amount]
    return max(refunds, key=lambda refund: refund.completed_at or refund.created_at, default=None)


def get_refund_due(order: Order) -> RefundDue | None:
    """Return the full refund that is due, or None in other states."""
    if order.status != Order.Status.REFUND_DUE:
        return None
    asked = [refund for refund in list_own_refunds(order) if refund.payment]
    if not asked or asked[0].payment is None:
        return RefundDue(order.refund_reason, "not_taken", Decimal(order.total_price), settings.CURRENCY)
    is_on_its_way = any(refund.status in Refund.UNDECIDED for refund in asked)
    step: RefundStep = "asked" if is_on_its_way else "refused"
    left = asked[0].payment.amount - get_refunded_price(order)
    return RefundDue(order.refund_reason, step, left, asked[0].payment.currency)


# --- Why money was refunded -------------------------------------------------------------------------------------------


REFUNDED_AT_PAYPAL = "Refunded at PayPal."
SECOND_PAYMENT = "A second payment for an order that was paid already."
BY_KIND: dict[str, str] = {
    Refund.Kind.REQUESTED: REFUNDED_AT_PAYPAL,  # requested before a backup without it was restored
    Refund.Kind.AT_PAYPAL: REFUNDED_AT_PAYPAL,
    Refund.Kind.REVERSAL: "Taken back by PayPal or a bank.",
    Refund.Kind.RELEASE: "Canceled by staff.",
}
BY_ORDER: dict[str, str] = {
    Order.RefundReason.SEATS_GONE: "The seats were gone when the payment arrived.",
    Order.RefundReason.REFUSED: "Refused by staff.",
}


def format_reason(refund: Refund) -> str:
    """Return why money was refunded. Without a reason of staff's: why the buyer or the shop asked, or its kind."""
    if refund.reason:
        return refund.reason
    if refund.kind == Refund.Kind.REQUESTED:
        if hasattr(refund, "change"):
            return refund.change.reason
        if not refund.is_of_order:
            return SECOND_PAYMENT
        if refund.order and refund.order.refund_reason:
            return BY_ORDER[refund.order.refund_reason]
    return BY_KIND.get(refund.kind, "")


def find_failed(payment: Payment | None, amount: Decimal) -> Refund | None:
    """Return the failed refund of the payment that a new one of this amount asks for again, with the order locked.

    That is the largest of those that it covers. A refund replaces one, and never a reversal.
    """
    if payment is None:
        return None
    failed = payment.refunds.filter(status=Refund.Status.FAILED, retry=None, amount__lte=amount)
    return failed.exclude(kind=Refund.Kind.REVERSAL).order_by("-amount", "pk").first()
