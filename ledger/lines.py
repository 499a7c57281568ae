"""The payments and refunds of a month, its derived lines, and its balance. Imports nothing from Django."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from giving.splits import MIN_GIVERS, RefundSplit, Split
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
    user: int
    amount: Decimal  # negative: out of the account, before PayPal's fee
    fee: Decimal = ZERO  # PayPal's; negative: given back
    sold: Split = field(default_factory=Split)  # nothing for a refund
    refund: RefundSplit = field(default_factory=RefundSplit)  # nothing for a payment

    @property
    def gift(self) -> Decimal:
        """What the buyer gave, including seats that became a gift."""
        return self.sold.gift + self.refund.gift

    @property
    def has_gift(self) -> bool:
        """Whether any of it was given, or given back."""
        refund = self.refund
        gifts = [self.sold.gift, refund.rest.gift, *(part.gift for part, _ in refund.parts)]
        return any(gifts) or any(each.gift for each in refund.retained)


@dataclass(frozen=True, slots=True)
class DerivedLine:
    kind: str
    amount: Decimal
    text: str


def derive_lines(movements: Sequence[Movement]) -> list[DerivedLine]:
    """Return the lines from the shop, in the order of the page. Leave out those without an amount.

    If fewer than MIN_GIVERS people gave, or got gifts back, the lines state no gift and don't add up to one: gifts and
    refunds are part of the tickets, and sales tax, from which the tickets could be calculated, is left out. If nothing
    is left of the tickets, so are fees.
    """
    sums, texts = sum_by_kind(movements), dict(TEXTS)
    givers = {movement.user for movement in movements if movement.has_gift}
    if 0 < len(givers) < MIN_GIVERS:
        texts["tickets"] = "Tickets and gifts, after refunds"
        hidden = ["gifts", "refunds"]
        if states_gifts_alone(movements):
            texts["tickets"] = "Gifts, after refunds and fees"
            hidden.append("fees")
        sums["tickets"] += get_balance((kind, sums.pop(kind)) for kind in hidden)
        del sums["sales_tax"]
    return [DerivedLine(kind, amount, texts[kind]) for kind, amount in sums.items() if amount]


def states_gifts_alone(movements: Iterable[Movement]) -> bool:
    """Return whether gifts are all that the movements left."""
    left = Split()
    for movement in movements:
        left += movement.sold - movement.refund.returned - movement.refund.given + Split(gift=movement.refund.gift)
    return not left.tickets and bool(left.gift)


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
        "gifts": gifts,
        "shipping": sold.shipping - given.shipping,
        "return_fees": return_fees,
        "refunds": returned.total - returned.tax,
        "fees": fees,
        "sales_tax": sold.tax - returned.tax - given.tax,
    }


def get_balance(amounts: Iterable[tuple[str, Decimal]]) -> Decimal:
    """Return what a month's lines, given by kind and amount, leave for the charity."""
    return sum((amount * ((kind in RAISES) - (kind in LOWERS)) for kind, amount in amounts), ZERO)
