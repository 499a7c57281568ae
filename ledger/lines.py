"""The payments and refunds of a month, its derived lines, and its balance. Imports nothing from Django."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from giving.splits import RefundSplit, Split
from orders.pricing import ZERO

MIN_GIVERS = 3  # with fewer, a line of gifts could show what a person gave
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


def sum_by_kind(movements: Iterable[Movement]) -> dict[str, Decimal]:
    """Return the amounts of the derived lines by kind, in the order of the page. Leave out those without an amount."""
    sold, returned, given = Split(), Split(), Split()
    gifts = return_fees = fees = ZERO
    givers = set()
    for movement in movements:
        sold += movement.sold
        returned += movement.refund.returned
        given += movement.refund.given
        gifts += movement.gift
        return_fees += movement.refund.fees
        fees += movement.fee
        if movement.gift:
            givers.add(movement.user)
    sums = {
        "tickets": sold.tickets - given.tickets,
        "gifts": gifts,
        "shipping": sold.shipping - given.shipping,
        "return_fees": return_fees,
        "refunds": returned.total - returned.tax,
        "fees": fees,
        "sales_tax": sold.tax - returned.tax - given.tax,
    }
    if len(givers) < MIN_GIVERS:
        sums["tickets"] += sums.pop("gifts")
    return {kind: amount for kind, amount in sums.items() if amount}


def get_balance(amounts: Iterable[tuple[str, Decimal]]) -> Decimal:
    """Return what a month's lines, given by kind and amount, leave for the charity."""
    return sum((amount * ((kind in RAISES) - (kind in LOWERS)) for kind, amount in amounts), ZERO)
