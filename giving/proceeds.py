"""Calculate what the club keeps of an order, by its lines. Imports nothing from Django.

Tickets and gifts count without sales tax and shipping, after refunds and PayPal's fees. The lines of an order add up to
the order, to the cent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from charityshop.money import share_amount, to_cents
from orders.pricing import ZERO, SoldLine


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
class PaidBack:
    """A completed refund."""

    amount: Decimal
    gift: Decimal = ZERO  # how much of the amount is the order's gift
    fee_back: Decimal = ZERO
    parts: Sequence[Part] = ()


@dataclass(frozen=True, slots=True)
class PaidOrder:
    """A payment of an order, with its refunds in the order of their completion."""

    amount: Decimal
    lines: Mapping[int, SoldLine]
    tax: Decimal = ZERO
    shipping: Decimal = ZERO
    gift: Decimal = ZERO
    fee: Decimal = ZERO
    refunds: Sequence[PaidBack] = ()


@dataclass(frozen=True, slots=True)
class Raised:
    tickets: Decimal = ZERO  # with the fees of returns
    gifts: Decimal = ZERO
    fees: Decimal = ZERO  # of PayPal, without those given back
    returned: Decimal = ZERO  # subtracted from tickets and gifts already

    @property
    def raised(self) -> Decimal:
        return self.tickets + self.gifts - self.fees

    def __add__(self, other: "Raised") -> "Raised":
        return Raised(
            self.tickets + other.tickets,
            self.gifts + other.gifts,
            self.fees + other.fees,
            self.returned + other.returned,
        )


def spread_raised(order: PaidOrder) -> dict[int | None, Raised]:
    """Return what was raised by line. The order's gift counts with the first line, or by itself without lines (None).

    PayPal's fee is spread over the lines and the gift as they were sold, in proportion to their amounts.
    """
    left = ProceedsLeft(order)
    for refund in order.refunds:
        left.give_back(refund)
    fee = order.fee - sum((refund.fee_back for refund in order.refunds), ZERO)
    *fees, fee_of_gift = spread(fee, [*(line.price for line in order.lines.values()), order.gift])
    if not order.lines:
        return {None: Raised(left.others, left.gift, fee_of_gift, left.returned_alone)}
    found: dict[int | None, Raised] = {
        pk: Raised(left.tickets[pk] + left.fees[pk], left.gifts[pk], share, left.returned[pk])
        for pk, share in zip(order.lines, fees, strict=True)
    }
    first = next(iter(order.lines))
    found[first] += Raised(gifts=left.gift, fees=fee_of_gift, returned=left.returned_alone)
    return found


class ProceedsLeft:
    """What is left of a payment: tickets by line, tax, shipping and the gift. Refunds are taken one after another."""

    def __init__(self, order: PaidOrder) -> None:
        self.lines = order.lines
        self.tax, self.shipping, self.gift = order.tax, order.shipping, order.gift
        items = sum((line.price for line in order.lines.values()), ZERO)
        self.tax_rate = order.tax / items if items else ZERO
        self.tickets = {pk: line.price for pk, line in order.lines.items()}
        self.others = ZERO  # tickets of an order without lines, such as a difference that staff accepted
        self.fees, self.gifts, self.returned = (dict.fromkeys(order.lines, ZERO) for _ in range(3))
        self.returned_alone = ZERO  # for no line
        self.returned_seats = dict.fromkeys(order.lines, 0)
        self.add_tickets(order.amount - items - order.tax - order.shipping - order.gift)

    def add_tickets(self, amount: Decimal) -> None:
        """Spread an amount over the lines that are left, or subtract it if it is negative."""
        if not self.lines:
            self.others += amount
            return
        weights = [max(left, ZERO) for left in self.tickets.values()]
        for pk, share in zip(self.lines, spread(amount, weights), strict=True):
            self.tickets[pk] += share

    def give_back(self, refund: PaidBack) -> None:
        self.gift -= refund.gift
        self.returned_alone += refund.gift
        for part in refund.parts:
            self.give_back_seats(part)
        rest = refund.amount - refund.gift - sum((part.amount for part in refund.parts), ZERO)
        if rest:
            self.give_back_amount(rest)

    def give_back_seats(self, part: Part) -> None:
        """Take the value of seats from tickets and tax. The last seats of an order may include its shipping."""
        line, before = self.lines[part.line], self.returned_seats[part.line]
        after = self.returned_seats[part.line] = min(before + part.seats, line.seats)
        price = line.get_price(after) - line.get_price(before)
        tax = min(line.get_tax(after) - line.get_tax(before), self.tax)
        shipping, rest = ZERO, part.value - price - tax
        if rest < 0:  # the seats returned less than they cost
            tax = min(to_cents(part.value * tax / (price + tax)), part.value)
        else:
            shipping = min(rest, self.shipping)
            tax += min(rest - shipping, self.tax - tax)  # rounding differences
        self.tax -= tax
        self.shipping -= shipping
        self.tickets[part.line] -= part.value - tax - shipping
        self.fees[part.line] += part.fee
        self.gifts[part.line] += part.gift
        self.returned[part.line] += part.amount

    def give_back_amount(self, amount: Decimal) -> None:
        """Take an amount that is for no seats: from tickets with their tax, then from shipping and from the gift."""
        tickets = sum(self.tickets.values(), self.others)
        left = tickets + self.tax
        for_tickets = min(amount, max(left, ZERO))
        shipping = min(amount - for_tickets, self.shipping)
        gift = min(amount - for_tickets - shipping, self.gift)
        for_tickets = amount - shipping - gift  # may be more than is left
        tax = (
            self.tax
            if for_tickets >= left
            else min(for_tickets - to_cents(for_tickets / (1 + self.tax_rate)), self.tax)
        )
        self.note_returned(amount)
        self.tax -= tax
        self.shipping -= shipping
        self.gift -= gift
        self.add_tickets(tax - for_tickets)

    def note_returned(self, amount: Decimal) -> None:
        if not self.lines:
            self.returned_alone += amount
            return
        weights = [max(left, ZERO) for left in self.tickets.values()]
        for pk, share in zip(self.lines, spread(amount, weights), strict=True):
            self.returned[pk] += share


def spread(amount: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """Share an amount by weights. Without any weight, the first share is everything."""
    return share_amount(amount, weights) if any(weights) else [amount, *(ZERO for _ in weights[1:])]
