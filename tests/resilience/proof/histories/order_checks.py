"""Checks of sold seats and of their money that calculate in cents, without the shop's own pricing."""

from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from decimal import Decimal

from orders.models import Change, Order, OrderLine, Refund, RefundPart
from orders.models.payment import REFUNDED_AT_PAYPAL, REFUNDED_AT_PAYPAL_BEFORE

OPEN = ("requested", "pending")


def find_order_violations() -> list[str]:
    orders = Order.objects.prefetch_related("lines__booking", "payments", "refunds__parts", "refunds__payment")
    given_back = set(Change.objects.filter(kind="return").values_list("refund_id", flat=True))
    return [
        f"{order}: {found}"
        for order in orders
        for found in (*find_lost_seats(order), *find_lost_money(order, given_back))
    ]


def find_lost_seats(order: Order) -> Iterator[str]:
    """Check that each line's seats are those of its booking and those that were returned."""
    parts = [(refund.status, part) for refund in order.refunds.all() for part in refund.parts.all()]
    for line in order.lines.all():
        booking = line.booking
        returned = sum(part.seats for status, part in parts if part.line_id == line.pk and status == "completed")
        returning = sum(part.seats for status, part in parts if part.line_id == line.pk and status in OPEN)
        live = 0 if booking.status == "refunded" and returned == line.seats else booking.seats
        if line.seats != live + returned:
            yield f"{line.seats} seats were sold, {returned} returned, and {live} are left."
        if booking.returning != returning:
            yield f"{returning} seats are being returned, and the booking says {booking.returning}."


# --- Money -----------------------------------------------------------------------------------------------------------


def to_cents(amount: Decimal) -> int:
    return int(amount * 100)


def share(amount: int, part: int, whole: int) -> int:
    """Return the part of an amount, rounded half up."""
    return (2 * amount * part + whole) // (2 * whole)


@dataclass(slots=True)
class Account:
    """An order's money while its returned seats are counted again, one part of a refund after the other."""

    order: Order
    lines: dict[int, OrderLine]
    left: int  # captured and not refunded, without the order's gift
    returned: dict[int, int] = field(default_factory=dict)
    retained: int = 0  # what the club keeps for good: gifts, fees, and seats given back

    def get_price(self, line_id: int, seats: int) -> int:
        return share(to_cents(self.lines[line_id].line_price), seats, self.lines[line_id].seats)

    def get_tax(self, line_id: int, seats: int) -> int:
        items, line = to_cents(self.order.items_price), self.lines[line_id]
        whole = share(to_cents(self.order.tax_price), to_cents(line.line_price), items) if items else 0
        return share(whole, seats, line.seats)

    def get_worth(self, part: RefundPart, *, is_given_back: bool) -> int:
        """Return what these seats are worth: their price and tax, or all that is left with the order's last seats."""
        pk = part.line_id
        was = self.returned.get(pk, 0)
        price = self.get_price(pk, was + part.seats) - self.get_price(pk, was)
        tax = self.get_tax(pk, was + part.seats) - self.get_tax(pk, was)
        if is_given_back:
            return price + tax
        tax_before = sum(self.get_tax(line, seats) for line, seats in self.returned.items())
        seats_left = sum(line.seats for line in self.lines.values()) - sum(self.returned.values()) - part.seats
        if not seats_left:
            return min(max(self.left - self.retained, 0), self.left)
        return min(price + min(tax, max(to_cents(self.order.tax_price) - tax_before, 0)), self.left)


def find_lost_money(order: Order, given_back: Set[int]) -> Iterator[str]:
    """Check what was refunded, left as a gift, or kept as a fee, to the cent.

    `given_back` has the IDs of refunds without money, for seats that buyers gave back.
    """
    payments = [payment for payment in order.payments.all() if payment.status == "completed" and not payment.is_extra]
    own = [refund for refund in order.refunds.all() if not (refund.payment and refund.payment.is_extra)]
    captured = sum(to_cents(payment.amount) for payment in payments)
    requested = sum(to_cents(refund.amount) for refund in own if refund.status != "failed" and is_requested(refund))
    at_paypal = sum(to_cents(refund.amount) for refund in own if refund.status == "completed" and refund.payment)
    if len(payments) > 1:
        yield "it was paid more than once."
    if max(requested, at_paypal) > captured:
        yield f"of {captured} cents {requested} were requested back, and {at_paypal} were refunded at PayPal."
    for refund in own:
        parts = list(refund.parts.all())
        if parts and sum(part.amount for part in parts) + refund.gift_amount != refund.amount:
            yield f"a refund of {refund.amount} does not have the sum of its parts."
    if is_priced_by_seat(order, own, captured):
        yield from find_wrong_parts(order, own, captured, given_back)


def is_requested(refund: Refund) -> bool:
    """Return whether staff or a buyer requested it. PayPal may return what staff have returned by hand already."""
    return not refund.is_reversal and refund.reason not in (REFUNDED_AT_PAYPAL, REFUNDED_AT_PAYPAL_BEFORE)


def is_priced_by_seat(order: Order, own: list[Refund], captured: int) -> bool:
    """Return whether each refund of the order has to be worth its seats.

    Staff and PayPal may refund any amount, and a refund that failed changes how cents of others were rounded.
    """
    return captured == to_cents(order.total_price) > 0 and all(
        refund.status != "failed" and not refund.is_reversal and len(refund.parts.all()) > 0 for refund in own
    )


def find_wrong_parts(order: Order, own: list[Refund], captured: int, given_back: Set[int]) -> Iterator[str]:
    """Calculate the worth of all returned seats again, in the order in which they were returned."""
    account = Account(order, {line.pk: line for line in order.lines.all()}, captured - to_cents(order.gift_price))
    for refund in sorted(own, key=lambda refund: refund.pk):
        parts = sorted(refund.parts.all(), key=lambda part: part.pk)
        worth = sum_worth(account, parts, is_given_back=refund.pk in given_back)
        amount, fee, gift = (sum(to_cents(getattr(part, name)) for part in parts) for name in ("amount", "fee", "gift"))
        if (0 if refund.pk in given_back else worth) != amount + fee + gift:
            yield f"{worth} cents of seats were returned for {amount}, a fee of {fee} and a gift of {gift}."
        account.left -= amount
        account.retained += worth if refund.pk in given_back else fee + gift


def sum_worth(account: Account, parts: list[RefundPart], *, is_given_back: bool) -> int:
    total, left = 0, account.left
    for part in parts:
        worth = account.get_worth(part, is_given_back=is_given_back)
        account.returned[part.line_id] = account.returned.get(part.line_id, 0) + part.seats
        total += worth
        if not is_given_back:
            account.left -= worth
    account.left = left
    return total
