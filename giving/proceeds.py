"""Calculate what the club keeps of an order, by its lines. Imports nothing from Django.

Tickets and gifts count without sales tax and shipping, after refunds and PayPal's fees. The lines of an order add up to
the order, to the cent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from charityshop.money import share_amount
from giving.splits import CompletedRefund, OrderSplitter, PaidOrder, RefundSplit, Split
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


def spread_raised(order: PaidOrder) -> dict[int | None, Raised]:
    """Return what was raised by line. Without lines, the key None has everything.

    The order's gift counts with the first line. PayPal's fee is spread over the lines and the gift as they were sold,
    in proportion to their amounts.
    """
    splitter = OrderSplitter(order)
    shares = Shares(order.lines, splitter.paid)
    for refund in order.refunds:
        shares.subtract(refund, splitter.split_refund(refund))
    fee = order.fee - sum((refund.fee_back for refund in order.refunds), ZERO)
    *fees, fee_of_gift = spread(fee, [*(line.price for line in order.lines.values()), order.sold.gift])
    for pk, share in [*zip(order.lines, fees, strict=True), (shares.first, fee_of_gift)]:
        shares.others[pk] += Raised(fees=share)
    return {pk: Raised(tickets) + shares.others[pk] for pk, tickets in shares.tickets.items()}


class Shares:
    """What the lines raised of a payment: the tickets that are left of each, and everything else."""

    def __init__(self, lines: Mapping[int, SoldLine], paid: Split) -> None:
        self.tickets: dict[int | None, Decimal] = {pk: line.price for pk, line in lines.items()} or {None: ZERO}
        self.first = next(iter(self.tickets))
        self.others = dict.fromkeys(self.tickets, Raised()) | {self.first: Raised(gifts=paid.gift)}
        self.add_tickets(paid.tickets - sum(self.tickets.values(), ZERO))  # a difference that staff accepted

    def subtract(self, refund: CompletedRefund, split: RefundSplit) -> None:
        for part, value in split.parts:
            self.tickets[part.line] -= value.tickets
            self.others[part.line] += Raised(part.fee, part.gift, returned=part.amount)
        self.others[self.first] += Raised(gifts=-split.rest.gift, returned=refund.gift)
        for pk, returned in self.share_by_tickets(split.rest.total - refund.gift).items():
            self.others[pk] += Raised(returned=returned)
        self.add_tickets(-split.rest.tickets)

    def add_tickets(self, amount: Decimal) -> None:
        for pk, share in self.share_by_tickets(amount).items():
            self.tickets[pk] += share

    def share_by_tickets(self, amount: Decimal) -> dict[int | None, Decimal]:
        weights = [max(left, ZERO) for left in self.tickets.values()]
        return dict(zip(self.tickets, spread(amount, weights), strict=True))


def spread(amount: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """Share an amount by weights. Without any weight, the first share is everything."""
    return share_amount(amount, weights) if any(weights) else [amount, *(ZERO for _ in weights[1:])]
