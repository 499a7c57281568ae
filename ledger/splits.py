"""Split the money of an order into tickets, sales tax, shipping and gift. Imports nothing from Django.

What an order's refunds return adds up to what was paid: each refund is split from what the earlier ones left.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from charityshop.money import to_cents
from giving.proceeds import Part
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
class RefundSplit:
    """What a refund returns, what seats that it turns into a gift were for, and the fees that it leaves to the club."""

    returned: Split = Split()
    given: Split = Split()
    fees_of_returned: Decimal = ZERO
    fees_of_given: Decimal = ZERO

    @property
    def amount(self) -> Decimal:
        """What the buyer gets back."""
        return self.returned.total - self.fees_of_returned

    @property
    def gift(self) -> Decimal:
        return self.given.total - self.fees_of_given

    @property
    def fees(self) -> Decimal:
        return self.fees_of_returned + self.fees_of_given


class OrderSplitter:
    """Splits the payment of an order, and then its refunds one after the other."""

    def __init__(self, amount: Decimal, *, sold: Split, items: Decimal, lines: Mapping[int, SoldLine]) -> None:
        """`sold` is what the order costs; `items` are its lines' prices, without tax."""
        self.paid = Split(amount - sold.tax - sold.shipping - sold.gift, sold.tax, sold.shipping, sold.gift)
        self._left = self.paid
        self._lines = lines
        self._returned = dict.fromkeys(lines, 0)
        self._tax_rate = sold.tax / items if items else ZERO

    def split_refund(self, amount: Decimal, *, gift: Decimal = ZERO, parts: Sequence[Part] = ()) -> RefundSplit:
        """Split a refund of this amount, of which `gift` is the order's gift.

        What the parts don't explain is spread over tickets and tax, then shipping, then the gift.
        """
        returned, given = self._take(Split(gift=gift)), Split()
        for part in parts:
            value = self._take_seats(part)
            returned, given = (returned, given + value) if part.gift else (returned + value, given)
        fees_of_given = sum((part.fee for part in parts if part.gift), ZERO)
        fees_of_returned = sum((part.fee for part in parts if not part.gift), ZERO)
        rest = amount - (returned.total - fees_of_returned)
        if rest:
            returned += self._take(self._spread(rest))
        return RefundSplit(returned, given, fees_of_returned, fees_of_given)

    def _take(self, split: Split) -> Split:
        self._left -= split
        return split

    def _take_seats(self, part: Part) -> Split:
        """Split the value of seats by the line's price and tax. The last seats' value may include shipping."""
        line, before = self._lines[part.line], self._returned[part.line]
        self._returned[part.line] = min(before + part.seats, line.seats)
        price = line.get_price(self._returned[part.line]) - line.get_price(before)
        tax = min(line.get_tax(self._returned[part.line]) - line.get_tax(before), self._left.tax)
        rest = part.value - price - tax
        if rest < 0:  # the seats returned less than they cost
            tax = min(to_cents(part.value * tax / (price + tax)), part.value)
            return self._take(Split(part.value - tax, tax))
        shipping = min(rest, self._left.shipping)
        rounding = min(rest - shipping, self._left.tax - tax)
        return self._take(Split(part.value - shipping - tax - rounding, tax + rounding, shipping))

    def _spread(self, amount: Decimal) -> Split:
        """Split an amount that is for no seats: tickets with their tax, then shipping, then the gift."""
        left = self._left
        if amount >= left.total:
            return Split(amount - left.tax - left.shipping - left.gift, left.tax, left.shipping, left.gift)
        for_tickets = min(amount, max(left.tickets + left.tax, ZERO))
        shipping = min(amount - for_tickets, left.shipping)
        gift = amount - for_tickets - shipping
        tax = min(for_tickets - to_cents(for_tickets / (1 + self._tax_rate)), left.tax)
        if for_tickets == left.tickets + left.tax:
            tax = left.tax
        return Split(for_tickets - tax, tax, shipping, gift)


@dataclass(frozen=True, slots=True)
class Movement:
    """A payment or refund in the books."""

    day: str  # ISO, so that movements sort
    account: str  # paypal, cash or bank
    text: str
    user: int
    amount: Decimal  # negative: out of the account, before PayPal's fee
    fee: Decimal = ZERO  # negative: given back
    sold: Split = Split()
    refund: RefundSplit = RefundSplit()

    @property
    def gift(self) -> Decimal:
        """What the buyer gave, including seats that became a gift."""
        return self.sold.gift + self.refund.gift
