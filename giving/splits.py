"""Split payments and refunds into tickets, sales tax, shipping and gift. Imports nothing from Django.

Both "raised so far" and the ledger are sums of these splits. What an order's refunds return adds up to what was paid:
each refund is split from what the earlier ones left.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from charityshop.money import to_cents
from orders.pricing import ZERO, SoldLine


@dataclass(frozen=True, slots=True)
class Split:
    """What an amount is for. Differences that staff accepted, and payments for nothing, count as tickets."""

    tickets: Decimal = ZERO
    tax: Decimal = ZERO
    shipping: Decimal = ZERO
    gift: Decimal = ZERO

    @property
    def total(self) -> Decimal:
        return self.tickets + self.tax + self.shipping + self.gift

    def __add__(self, other: "Split") -> "Split":
        return Split(
            self.tickets + other.tickets, self.tax + other.tax, self.shipping + other.shipping, self.gift + other.gift
        )

    def __sub__(self, other: "Split") -> "Split":
        return Split(
            self.tickets - other.tickets, self.tax - other.tax, self.shipping - other.shipping, self.gift - other.gift
        )


@dataclass(frozen=True, slots=True)
class Part:
    """Seats of a line that a refund returns, and what becomes of their value."""

    line: int
    seats: int
    amount: Decimal  # to the buyer
    fee: Decimal = ZERO  # kept by the refund policy
    gift: Decimal = ZERO  # left to the club

    @property
    def value(self) -> Decimal:
        return self.amount + self.fee + self.gift


@dataclass(frozen=True, slots=True)
class CompletedRefund:
    amount: Decimal
    gift: Decimal = ZERO  # how much of the amount is the order's gift
    fee_back: Decimal = ZERO  # given back by PayPal
    parts: Sequence[Part] = ()
    booked_on: date | None = None
    by_hand: bool = False  # without PayPal


@dataclass(frozen=True, slots=True)
class PaidOrder:
    """A payment of an order, with its refunds in the order of their completion."""

    amount: Decimal
    lines: Mapping[int, SoldLine]
    sold: Split = Split()  # what the order costs; nothing for a second payment
    fee: Decimal = ZERO
    refunds: Sequence[CompletedRefund] = ()
    booked_on: date | None = None
    in_cash: bool = False


@dataclass(frozen=True, slots=True)
class RefundSplit:
    """What a refund is for: the value of each part, and what it returns for no seats."""

    parts: Sequence[tuple[Part, Split]] = ()
    rest: Split = Split()

    @property
    def returned(self) -> Split:
        """What is returned for money, with the fees that the club keeps of it."""
        return sum((value for part, value in self.parts if not part.gift), self.rest)

    @property
    def given(self) -> Split:
        """What seats that become a gift were for."""
        return sum((value for part, value in self.parts if part.gift), Split())

    @property
    def amount(self) -> Decimal:
        """What the buyer gets back."""
        return self.returned.total + self.given.total - self.fees - self.gift

    @property
    def gift(self) -> Decimal:
        """What the buyer leaves to the club."""
        return sum((part.gift for part, _ in self.parts), ZERO)

    @property
    def fees(self) -> Decimal:
        """What the club keeps by its refund policy."""
        return sum((part.fee for part, _ in self.parts), ZERO)


def split_payment(amount: Decimal, sold: Split) -> Split:
    """Split what was paid for an order that costs `sold`. Tickets take the difference."""
    return Split(amount - sold.tax - sold.shipping - sold.gift, sold.tax, sold.shipping, sold.gift)


class OrderSplitter:
    """Splits the payment of an order, and then its refunds one after the other."""

    def __init__(self, order: PaidOrder) -> None:
        self.paid = split_payment(order.amount, order.sold)
        self._left = self.paid
        self._lines = order.lines
        self._returned = dict.fromkeys(order.lines, 0)
        self._tax_rate = order.sold.tax / order.sold.tickets if order.sold.tickets else ZERO

    def split_refund(self, refund: CompletedRefund) -> RefundSplit:
        """Split a refund. What its gift and its parts don't explain is for no seats."""
        rest = self._take(Split(gift=refund.gift))
        parts = [(part, self._take(self._split_seats(part))) for part in refund.parts]
        if unexplained := refund.amount - refund.gift - sum((part.amount for part in refund.parts), ZERO):
            rest += self._take(self._split_rest(unexplained))
        return RefundSplit(parts, rest)

    def _take(self, split: Split) -> Split:
        self._left -= split
        return split

    def _split_seats(self, part: Part) -> Split:
        """Split the value of seats by the line's price and tax, or as all that is left besides the gift.

        The last seats' value may include shipping.
        """
        left, line, before = self._left, self._lines[part.line], self._returned[part.line]
        after = self._returned[part.line] = min(before + part.seats, line.seats)
        if part.value >= left.total - left.gift:
            return Split(part.value - left.tax - left.shipping, left.tax, left.shipping)
        price = line.get_price(after) - line.get_price(before)
        tax = min(line.get_tax(after) - line.get_tax(before), left.tax)
        rest = part.value - price - tax
        if rest < 0:  # the seats returned less than they cost
            tax = min(to_cents(part.value * tax / (price + tax)), part.value)
            return Split(part.value - tax, tax)
        shipping = min(rest, left.shipping)
        rounding = min(rest - shipping, left.tax - tax)
        return Split(part.value - shipping - tax - rounding, tax + rounding, shipping)

    def _split_rest(self, amount: Decimal) -> Split:
        """Split an amount that is for no seats: tickets with their tax, then shipping, then the gift."""
        left = self._left
        if amount >= left.total:
            return split_payment(amount, left)
        for_tickets = min(amount, max(left.tickets + left.tax, ZERO))
        shipping = min(amount - for_tickets, left.shipping)
        gift = amount - for_tickets - shipping
        tax = min(for_tickets - to_cents(for_tickets / (1 + self._tax_rate)), left.tax)
        if for_tickets == left.tickets + left.tax:
            tax = left.tax
        return Split(for_tickets - tax, tax, shipping, gift)
