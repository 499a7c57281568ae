"""Calculate what the club keeps of an order, by its lines. Imports nothing from Django.

Tickets and gifts count without sales tax and shipping, after refunds and PayPal's fees. The lines of an order and its
gifts add up to the order, to the cent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from charityshop.money import share_amount
from giving.gifts import GiftAmounts, list_gifts
from giving.splits import OrderSplitter, PaidOrder, RefundSplit, Split, list_standing
from orders.pricing import ZERO, SoldLine


@dataclass(frozen=True, slots=True)
class Raised:
    tickets: Decimal = ZERO  # with the fees of returns
    gifts: Decimal = ZERO
    fees: Decimal = ZERO  # of PayPal, without those given back
    returned: Decimal = ZERO  # subtracted from tickets already

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

    def __sub__(self, other: "Raised") -> "Raised":
        return self + Raised(-other.tickets, -other.gifts, -other.fees, -other.returned)


NOTHING = Raised()


def spread_raised(order: PaidOrder) -> dict[int | None, Raised]:
    """Return what was raised by line, without gifts. Without lines, the key None has everything.

    Seats that became a gift count as tickets here, and PayPal's fee for a payment with a gift is left out: `list_gifts`
    has what they change. The fee is spread over the lines as they were sold, in proportion to their amounts.
    """
    splitter = OrderSplitter(order)
    shares = Shares(order.lines, splitter.paid)
    for refund in list_standing(order.refunds):
        shares.subtract(splitter.split_refund(refund))
    fee = order.fee - sum((refund.fee_back for refund in order.refunds), ZERO)
    fee -= sum((gift.amounts.fee for gift in list_gifts(order)), ZERO)
    for pk, share in zip(shares.lines, spread(fee, [line.price for line in order.lines.values()]), strict=True):
        shares.lines[pk] += Raised(fees=share)
    return shares.lines


def convert_gifts(amounts: GiftAmounts) -> Raised:
    """Return what gifts raised. What they return is subtracted from them, and not stated."""
    return Raised(amounts.return_fee - amounts.seats.tickets, amounts.gift, amounts.fee)


class Shares:
    """What the lines of a payment raised, without gifts and fees."""

    def __init__(self, lines: Mapping[int, SoldLine], paid: Split) -> None:
        self.tickets: dict[int | None, Decimal] = dict.fromkeys(lines, ZERO) or {None: ZERO}  # left, without fees kept
        self.lines = dict.fromkeys(self.tickets, NOTHING)
        for pk, line in lines.items():
            self.add_tickets(pk, line.price)
        self.share_tickets(paid.tickets - sum((line.price for line in lines.values()), ZERO))

    def subtract(self, split: RefundSplit) -> None:
        for part, value in split.parts:
            if not part.gift:
                self.add_tickets(part.line, -value.tickets)
                self.lines[part.line] += Raised(part.fee, returned=part.amount)
        for each in split.retained:
            self.lines[each.line] += Raised(-each.fee, returned=each.fee)
        for pk, returned in self.share_by_tickets(split.rest.total - split.rest.gift).items():
            self.lines[pk] += Raised(returned=returned)
        self.share_tickets(-split.rest.tickets)

    def add_tickets(self, pk: int | None, amount: Decimal) -> None:
        self.tickets[pk] += amount
        self.lines[pk] += Raised(amount)

    def share_tickets(self, amount: Decimal) -> None:
        for pk, share in self.share_by_tickets(amount).items():
            self.add_tickets(pk, share)

    def share_by_tickets(self, amount: Decimal) -> dict[int | None, Decimal]:
        weights = [max(left, ZERO) for left in self.tickets.values()]
        return dict(zip(self.tickets, spread(amount, weights), strict=True))


def spread(amount: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """Share an amount by weights. Without any weight, the first share is everything."""
    return share_amount(amount, weights) if any(weights) else [amount, *(ZERO for _ in weights[1:])]
