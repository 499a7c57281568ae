"""The payments and refunds of a month, its derived lines, and its balance. Imports nothing from Django."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from giving.gifts import Gift, GiftAmounts, GiftGroup, sum_amounts
from giving.splits import RefundSplit, Split
from orders.pricing import ZERO

TEXTS = {
    "tickets": "Tickets, without sales tax",
    "gifts": "Gifts",
    "shipping": "Shipping",
    "return_fees": "Fees kept from refunds",
    "refunds": "Refunds, without sales tax",
    "fees": "PayPal's fees",
    "sales_tax": "Sales tax set aside",
}
RAISES = ("tickets", "gifts", "shipping", "return_fees", "other")
LOWERS = ("refunds", "fees", "cost", "paid_out")  # sales tax and transfers are not part of the balance


@dataclass(frozen=True, slots=True)
class Movement:
    """A payment or refund in the books."""

    day: date
    account: str  # paypal, cash or bank
    text: str
    amount: Decimal  # negative: out of the account, before PayPal's fee
    fee: Decimal = ZERO  # PayPal's; negative: given back
    sold: Split = field(default_factory=Split)  # nothing for a refund
    refund: RefundSplit = field(default_factory=RefundSplit)  # nothing for a payment

    @property
    def gift(self) -> Decimal:
        """What the buyer gave, including seats that became a gift."""
        return self.sold.gift + self.refund.gift


@dataclass(frozen=True, slots=True)
class DerivedLine:
    kind: str
    amount: Decimal
    text: str


def derive_lines(
    movements: Iterable[Movement], given: Iterable[Gift] = (), public: Iterable[GiftGroup] = ()
) -> list[DerivedLine]:
    """Return the lines from the shop, in the order of the page. Leave out those without an amount.

    The gifts that the movements have are `given`. The lines have the groups of gifts instead that are `public` now.
    """
    sums = sum_by_kind(movements)
    gifts = sum_amounts(public) - sum_amounts(given)
    for kind, amount in list_amounts(gifts).items():
        sums[kind] += amount
    return [DerivedLine(kind, amount, TEXTS[kind]) for kind, amount in sums.items() if amount]


def list_amounts(gifts: GiftAmounts) -> dict[str, Decimal]:
    """Return what gifts change in the sums by kind."""
    return {
        "tickets": -gifts.seats.tickets,
        "gifts": gifts.gift,
        "shipping": -gifts.seats.shipping,
        "return_fees": gifts.return_fee,
        "fees": gifts.fee,
        "sales_tax": -gifts.seats.tax,
    }


def sum_by_kind(movements: Iterable[Movement]) -> dict[str, Decimal]:
    """Return the exact amounts by kind. They state what a person gave if few people did."""
    sold, returned, given = Split(), Split(), Split()
    gifts = return_fees = fees = ZERO
    for movement in movements:
        sold += movement.sold
        returned += movement.refund.returned
        given += movement.refund.given
        gifts += movement.gift
        return_fees += movement.refund.fees
        fees += movement.fee
    return {
        "tickets": sold.tickets - given.tickets,
        "gifts": gifts - returned.gift,
        "shipping": sold.shipping - given.shipping,
        "return_fees": return_fees,
        "refunds": returned.total - returned.tax - returned.gift,
        "fees": fees,
        "sales_tax": sold.tax - returned.tax - given.tax,
    }


def get_balance(amounts: Iterable[tuple[str, Decimal]]) -> Decimal:
    """Return what a month's lines, given by kind and amount, leave for the charity."""
    return sum((amount * ((kind in RAISES) - (kind in LOWERS)) for kind, amount in amounts), ZERO)
