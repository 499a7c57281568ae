"""What people gave, and when everybody may read it. Imports nothing from Django.

No public numbers may state what one or two people gave, or add up to it. So gifts become public in groups, each of
which three people gave, and every public number has either all of a group or nothing of it:

- Whatever a visitor calculates from public numbers has all givers of a group, or none of them.
- PayPal's fee for a payment says what was paid. So it becomes public with the gift, and not with the tickets.
- Prices are public. So seats that became a gift count as tickets until their group is public, and don't share a group
  with other gifts: the rest of the group would be the difference.
- Gifts that were returned become public with the next group. That has one amount then, after PayPal's fees: from its
  fees, what was given could be calculated, and what was returned would be the difference.
- A group is never divided or changed. So gifts are grouped in the order in which the shop learned of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal

from giving.splits import CompletedRefund, OrderSplitter, PaidOrder, RefundSplit, Split
from orders.pricing import ZERO

MIN_GIVERS = 3


@dataclass(frozen=True, slots=True)
class GiftAmounts:
    """What gifts change in the books."""

    gift: Decimal = ZERO  # negative: returned
    fee: Decimal = ZERO  # PayPal's, for payments with a gift
    seats: Split = field(default_factory=Split)  # what seats that became a gift were sold for
    return_fee: Decimal = ZERO  # that the refund policy keeps of such seats

    @property
    def balance(self) -> Decimal:
        """What it changes in the balance of a month. Sales tax is no part of that."""
        return self.gift + self.return_fee - self.seats.tickets - self.seats.shipping - self.fee

    def __add__(self, other: "GiftAmounts") -> "GiftAmounts":
        return GiftAmounts(
            self.gift + other.gift, self.fee + other.fee, self.seats + other.seats, self.return_fee + other.return_fee
        )

    def __sub__(self, other: "GiftAmounts") -> "GiftAmounts":
        return self + GiftAmounts(-other.gift, -other.fee, -other.seats, -other.return_fee)


@dataclass(frozen=True, slots=True)
class Gift:
    """A gift, seats that became one, or what was returned of either."""

    order: int
    user: int
    line: int | None  # that it counts with; None: it was given without seats
    paid_on: date
    at: datetime  # when the shop learned of it
    day: date  # that the books count it on
    amounts: GiftAmounts
    is_seat: bool = False
    is_return: bool = False


@dataclass(frozen=True, slots=True)
class GiftGroup:
    """Gifts that became public together, and what everybody reads of them."""

    gifts: Sequence[Gift]
    amounts: GiftAmounts

    @property
    def at(self) -> datetime:
        """When the shop learned of the last gift."""
        return self.gifts[-1].at


def group_gifts(gifts: Iterable[Gift]) -> Iterator[GiftGroup]:
    """Yield the public groups of gifts, which come in the order in which the shop learned of them.

    Once the money of seats that had become a gift is returned, nothing is left of the gift. So that is public now.
    """
    waiting: dict[bool, list[Gift]] = {False: [], True: []}
    for gift in gifts:
        found = waiting[gift.is_seat]
        found.append(gift)
        of_order = [each for each in found if each.order == gift.order]
        if gift.is_seat and not sum_amounts(of_order).gift:
            waiting[True] = [each for each in found if each.order != gift.order]
            yield GiftGroup(of_order, sum_amounts(of_order))
        elif count_givers(found) >= MIN_GIVERS:
            waiting[gift.is_seat] = []
            amounts = sum_amounts(found)
            is_known = any(each.is_return for each in found)
            yield GiftGroup(found, GiftAmounts(amounts.balance) if is_known else amounts)


def count_givers(gifts: Iterable[Gift]) -> int:
    """Return how many people gave. Who got everything back, or only returned something, doesn't hide the others."""
    by_order: dict[int, list[Gift]] = defaultdict(list)
    for gift in gifts:
        by_order[gift.order].append(gift)
    left = [each for each in by_order.values() if sum_amounts(each).gift > 0]
    return len({each[0].user for each in left if not all(gift.is_return for gift in each)})


def sum_amounts(gifts: Iterable[Gift | GiftGroup]) -> GiftAmounts:
    return sum((gift.amounts for gift in gifts), GiftAmounts())


# --- The gifts of an order -------------------------------------------------------------------------------------------


def list_gifts(paid: PaidOrder) -> Iterator[Gift]:
    """Yield the gift of a payment, and what its refunds make of gifts, as far as they are booked."""
    if paid.booked_on is None:
        return
    first, amounts = next(iter(paid.lines), None), GiftAmounts(paid.sold.gift, paid.fee)
    gift = Gift(paid.order, paid.user, first, paid.booked_on, paid.at, paid.booked_on, amounts)
    if paid.sold.gift:
        yield gift
    splitter = OrderSplitter(paid)
    for refund in paid.refunds:
        if refund.booked_on is not None:
            split = splitter.split_refund(refund)
            yield from list_changes(replace(gift, at=refund.at, day=refund.booked_on), refund, split)


def list_changes(gift: Gift, refund: CompletedRefund, split: RefundSplit) -> Iterator[Gift]:
    """Yield what a refund makes of an order's gift and of its seats. The fee that PayPal gave back is with the gift."""
    kept = [(part, value) for part, value in split.parts if part.gift]
    returned = [each for each in split.retained if each.gift]
    fee = -refund.fee_back if gift.amounts.gift or kept or returned else ZERO
    if split.rest.gift or fee:
        yield replace(gift, amounts=GiftAmounts(-split.rest.gift, fee), is_return=True)
    for part, value in kept:
        amounts = GiftAmounts(part.gift, seats=value, return_fee=part.fee)
        yield replace(gift, line=part.line, amounts=amounts, is_seat=True)
    for each in returned:
        yield replace(gift, line=each.line, amounts=GiftAmounts(-each.gift), is_seat=True, is_return=True)
