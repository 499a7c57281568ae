"""Split payments and refunds into tickets, sales tax, shipping and gift. Imports nothing from Django.

Both "raised so far" and the ledger are sums of these splits. What an order's refunds return adds up to what was paid:
each refund is split from what the earlier ones left. What the club kept of returned seats, as a gift or as a fee, is
returned from gifts or fees. Once a reversal is undone, the money is where it would be without the reversal.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal

from charityshop.money import to_cents
from orders.pricing import ZERO, SoldLine
from payments.postings import Part

LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Split:
    """What an amount is for. Payments for nothing count as tickets."""

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

    def __neg__(self) -> "Split":
        return Split() - self


@dataclass(frozen=True, slots=True)
class Retained:
    """What the club kept of a line's returned seats."""

    line: int
    fee: Decimal = ZERO
    gift: Decimal = ZERO

    @property
    def total(self) -> Decimal:
        return self.fee + self.gift

    def __neg__(self) -> "Retained":
        return Retained(self.line, -self.fee, -self.gift)


@dataclass(frozen=True, slots=True)
class CompletedRefund:
    """A refund or reversal, or the undoing of a reversal, whose amounts are negative."""

    amount: Decimal
    gift: Decimal = ZERO  # how much of the amount is the order's gift
    fee_back: Decimal = ZERO  # given back by PayPal
    parts: Sequence[Part] = ()
    booked_on: date | None = None
    by_hand: bool = False  # without PayPal
    undoes: "CompletedRefund | None" = None
    at: datetime = LONG_AGO  # when the shop learned of it

    def undo(self, *, on: date, fee: Decimal, at: datetime = LONG_AGO) -> "CompletedRefund":
        """Return the movement that undoes this one, with PayPal's fee for it."""
        return CompletedRefund(-self.amount, -self.gift, -fee, (), on, self.by_hand, undoes=self, at=at)


@dataclass(frozen=True, slots=True)
class PaidOrder:
    """A payment of an order, with its refunds in the order of their completion."""

    amount: Decimal
    lines: Mapping[int, SoldLine]
    sold: Split = Split()  # the order's prices, scaled to the amount
    fee: Decimal = ZERO
    refunds: Sequence[CompletedRefund] = ()
    booked_on: date | None = None
    in_cash: bool = False
    at: datetime = LONG_AGO  # when the shop learned of it
    order: int = 0
    user: int = 0


@dataclass(frozen=True, slots=True)
class RefundSplit:
    """What a refund is for: the value of each part, what it returns for no seats, and of what the club had kept."""

    parts: Sequence[tuple[Part, Split]] = ()
    rest: Split = Split()
    retained: Sequence[Retained] = ()

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
        """What the buyer leaves to the club, without what the club returns of that."""
        return sum((part.gift for part, _ in self.parts), ZERO) - sum((each.gift for each in self.retained), ZERO)

    @property
    def fees(self) -> Decimal:
        """What the club keeps by its refund policy, without what it returns of that."""
        return sum((part.fee for part, _ in self.parts), ZERO) - sum((each.fee for each in self.retained), ZERO)


def list_standing(refunds: Sequence[CompletedRefund]) -> list[CompletedRefund]:
    """Leave out reversals that were undone, and their undoings."""
    undone = {id(each.undoes) for each in refunds}
    return [each for each in refunds if not each.undoes and id(each) not in undone]


class OrderSplitter:
    """Splits the payment of an order, and then its refunds one after the other."""

    def __init__(self, order: PaidOrder) -> None:
        self.paid = self.left = order.sold  # `left` is without what the club kept of returned seats
        self._fees = dict.fromkeys(order.lines, ZERO)
        self._gifts = dict.fromkeys(order.lines, ZERO)
        self._lines = order.lines
        self._returned = dict.fromkeys(order.lines, 0)
        self._for_no_seats = ZERO
        self._tax_rate = order.sold.tax / order.sold.tickets if order.sold.tickets else ZERO
        self._order = order
        self._refunds: list[CompletedRefund] = []

    def split_refund(self, refund: CompletedRefund) -> RefundSplit:
        """Split a refund, or the undoing of a reversal, which came before."""
        self._refunds.append(refund)
        return self._undo() if refund.undoes else self._split(refund)

    def _undo(self) -> RefundSplit:
        """Split what returns the money of a reversal: the difference to the same refunds without it.

        Usually nothing came in between, and this is the exact negative of the reversal's split. A refund in between
        was split as if the reversal's money was lost.
        """
        without = OrderSplitter(self._order)
        for refund in list_standing(self._refunds):
            without.split_refund(refund)
        rest = self.left - without.left
        retained = [
            Retained(line, self._fees[line] - without._fees[line], self._gifts[line] - without._gifts[line])
            for line in self._lines
        ]
        self.left, self._returned, self._for_no_seats = without.left, without._returned, without._for_no_seats
        self._fees, self._gifts = without._fees, without._gifts
        return RefundSplit(rest=rest, retained=[each for each in retained if each.fee or each.gift])

    def _split(self, refund: CompletedRefund) -> RefundSplit:
        """Split a refund. What its gift and its parts don't explain is for no seats.

        That is taken from what is left for seats, then from fees and gifts that were kept, and then from the gift. The
        club keeps no more of the parts than refunds for no seats left, which may be completed while this is pending.
        """
        rest = self._take(Split(gift=refund.gift))
        parts = [(part, self._take(self._split_seats(part))) for part in refund.parts]
        self._retain(Retained(part.line, part.fee, part.gift) for part in refund.parts)
        retained = self._take_retained(min(max(self.left.gift - self.left.total, ZERO), self._for_no_seats))
        rest += self._take(Split(tickets=-sum((each.total for each in retained), ZERO)))
        if unexplained := refund.amount - refund.gift - sum((part.amount for part in refund.parts), ZERO):
            for_seats = max(self.left.total - self.left.gift, ZERO)
            returned = self._take_retained(max(unexplained - for_seats, ZERO))
            rest += self._take(self._split_rest(unexplained - sum((each.total for each in returned), ZERO)))
            retained += returned
            self._for_no_seats += unexplained
        return RefundSplit(parts, rest, retained)

    def _take_retained(self, amount: Decimal) -> list[Retained]:
        """Take at most this amount from what was kept: first fees, then gifts, of the first lines first."""
        taken: list[Retained] = []
        for line, fee in self._fees.items():
            taken.append(Retained(line, fee=min(fee, amount)))
            amount -= taken[-1].fee
        for line, gift in self._gifts.items():
            taken.append(Retained(line, gift=min(gift, amount)))
            amount -= taken[-1].gift
        self._retain(-each for each in taken)
        return [each for each in taken if each.total]

    def _retain(self, retained: Iterable[Retained]) -> None:
        for each in retained:
            self._fees[each.line] += each.fee
            self._gifts[each.line] += each.gift

    def _take(self, split: Split) -> Split:
        self.left -= split
        return split

    def _split_seats(self, part: Part) -> Split:
        """Split the value of seats by the line's price and tax, or as all that is left besides the gift.

        The last seats' value may include shipping.
        """
        left, line, before = self.left, self._lines[part.line], self._returned[part.line]
        after = self._returned[part.line] = min(before + part.seats, line.seats)
        if part.value >= left.total - left.gift:
            return Split(part.value - left.tax - left.shipping, left.tax, left.shipping)
        price = min(line.get_price(after) - line.get_price(before), max(left.tickets, ZERO))
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
        left = self.left
        if amount >= left.total:
            return Split(amount - left.tax - left.shipping - left.gift, left.tax, left.shipping, left.gift)
        for_tickets = min(amount, max(left.tickets + left.tax, ZERO))
        shipping = min(amount - for_tickets, left.shipping)
        gift = amount - for_tickets - shipping
        tax = for_tickets - to_cents(for_tickets / (1 + self._tax_rate))
        tax = min(max(tax, for_tickets - left.tickets), left.tax)  # no more tickets than are left
        return Split(for_tickets - tax, tax, shipping, gift)
