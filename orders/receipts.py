"""What sold seats are worth, for what a receipt has to say of them (IRS Publication 1771)."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from charityshop.money import to_cents
from orders.models import Order
from orders.pricing import ZERO

DISCLOSED_ABOVE = Decimal("75.00")  # one payment that is part gift and part seats; the whole payment counts


@dataclass(frozen=True, slots=True)
class SoldSeats:
    """The seats of an order line. `list_price` is that of all of them, and `fair_value` that of each, if it has one."""

    seats: int
    list_price: Decimal
    fair_value: Decimal | None

    def get_value(self, returned: int = 0) -> Decimal:
        """Return what the seats without the returned ones are worth, before tax."""
        left = self.seats - returned
        if self.fair_value is None:
            return to_cents(self.list_price * left / self.seats)
        return self.fair_value * left


def is_part_gift(order: Order, sold: Sequence[SoldSeats]) -> bool:
    """Return whether the buyer pays more for the seats than they are worth, in a payment that has to say so."""
    paid = order.items_price + order.tax_price
    return order.total_price > DISCLOSED_ABOVE and paid > add_tax(sum((each.get_value() for each in sold), ZERO), order)


def add_tax(items: Decimal, order: Order) -> Decimal:
    return items + to_cents(items * order.tax_rate)
