"""Calculate what the club keeps of an order, by its lines. Imports nothing from Django.

Tickets and gifts count without sales tax and shipping, after refunds and PayPal's fees. The lines of an order add up to
the order, to the cent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from charityshop.money import share_amount
from giving.splits import OrderSplitter, PaidOrder, RefundSplit, Split, list_standing
from orders.pricing import ZERO, SoldLine


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

    def __sub__(self, other: "Raised") -> "Raised":
        return self + Raised(-other.tickets, -other.gifts, -other.fees, -other.returned)


NOTHING = Raised()


@dataclass(frozen=True, slots=True)
class Proceeds:
    """What a line raised: of its seats, and of gifts, which show what a person gave."""

    seats: Raised = NOTHING
    gifts: Raised = NOTHING

    @property
    def total(self) -> Raised:
        return self.seats + self.gifts

    def __add__(self, other: "Proceeds") -> "Proceeds":
        return Proceeds(self.seats + other.seats, self.gifts + other.gifts)

    def __sub__(self, other: "Proceeds") -> "Proceeds":
        return Proceeds(self.seats - other.seats, self.gifts - other.gifts)


def spread_raised(order: PaidOrder) -> dict[int | None, Proceeds]:
    """Return what was raised by line. Without lines, the key None has everything.

    The order's gift counts with the first line. PayPal's fee is spread over the lines and the gift as they were sold,
    in proportion to their amounts.
    """
    splitter = OrderSplitter(order)
    shares = Shares(order.lines, splitter.paid)
    for refund in list_standing(order.refunds):
        shares.subtract(splitter.split_refund(refund))
    fee = order.fee - sum((refund.fee_back for refund in order.refunds), ZERO)
    *fees, fee_of_gift = spread(fee, [*(line.price for line in order.lines.values()), order.sold.gift])
    for pk, share in zip(order.lines, fees, strict=True):
        shares.lines[pk] += Proceeds(seats=Raised(fees=share))
    shares.lines[shares.first] += Proceeds(gifts=Raised(fees=fee_of_gift))
    return shares.lines


class Shares:
    """What the lines of a payment raised."""

    def __init__(self, lines: Mapping[int, SoldLine], paid: Split) -> None:
        self.tickets: dict[int | None, Decimal] = dict.fromkeys(lines, ZERO) or {None: ZERO}  # left, without fees kept
        self.lines = dict.fromkeys(self.tickets, Proceeds())
        self.first = next(iter(self.lines))
        for pk, line in lines.items():
            self.add_tickets(pk, line.price)
        self.lines[self.first] += Proceeds(gifts=Raised(gifts=paid.gift))
        self.share_tickets(paid.tickets - sum((line.price for line in lines.values()), ZERO))

    def subtract(self, split: RefundSplit) -> None:
        for part, value in split.parts:
            self.add_tickets(part.line, -value.tickets)
            self.lines[part.line] += Proceeds(Raised(part.fee, returned=part.amount), Raised(gifts=part.gift))
        for each in split.retained:
            seats = Raised(-each.fee, returned=each.fee)
            self.lines[each.line] += Proceeds(seats, Raised(gifts=-each.gift, returned=each.gift))
        gift = split.rest.gift
        self.lines[self.first] += Proceeds(gifts=Raised(gifts=-gift, returned=gift))
        for pk, returned in self.share_by_tickets(split.rest.total - gift).items():
            self.lines[pk] += Proceeds(Raised(returned=returned))
        self.share_tickets(-split.rest.tickets)

    def add_tickets(self, pk: int | None, amount: Decimal) -> None:
        self.tickets[pk] += amount
        self.lines[pk] += Proceeds(Raised(amount))

    def share_tickets(self, amount: Decimal) -> None:
        for pk, share in self.share_by_tickets(amount).items():
            self.add_tickets(pk, share)

    def share_by_tickets(self, amount: Decimal) -> dict[int | None, Decimal]:
        weights = [max(left, ZERO) for left in self.tickets.values()]
        return dict(zip(self.tickets, spread(amount, weights), strict=True))


def spread(amount: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """Share an amount by weights. Without any weight, the first share is everything."""
    return share_amount(amount, weights) if any(weights) else [amount, *(ZERO for _ in weights[1:])]
