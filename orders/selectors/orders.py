"""Read orders and their lines."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from django.db.models import Sum

from bookings.models import Booking
from events.models import join_date
from orders.models import Order, OrderLine
from orders.pricing import SoldLine, Totals, build_sold_lines


def list_lines(order: Order) -> list[OrderLine]:
    """Return the lines with their bookings, occurrences and events."""
    return list(order.lines.select_related(*join_date("booking__occurrence__")))


def list_tickets(order: Order) -> list[OrderLine]:
    """Return the lines with their bookings, occurrences, events and passes."""
    return list(order.lines.select_related(*join_date("booking__occurrence__")).prefetch_related("booking__passes"))


def count_kept_seats(order: Order) -> int:
    """Return how many seats of this order the buyer has."""
    confirmed = order.lines.filter(booking__status=Booking.Status.CONFIRMED)
    return int(confirmed.aggregate(seats=Sum("booking__seats", default=0))["seats"])


def get_line_prices(order: Order, lines: Sequence[OrderLine]) -> dict[int, Decimal]:
    """Return what the seats of all lines of the order cost, scaled like all its prices, and without tax."""
    return {pk: sold.price for pk, sold in share_totals(order.worth, lines).items()}


def get_paid_prices(order: Order, lines: Sequence[OrderLine]) -> dict[int, Decimal]:
    """Return what was paid for the seats of all lines of the order, with tax, and without shipping and gift."""
    return {pk: sold.price + sold.tax for pk, sold in share_totals(order.worth, lines).items()}


def share_totals(totals: Totals, lines: Iterable[OrderLine]) -> dict[int, SoldLine]:
    """Return what was paid for each line of an order. The totals are its prices, or those scaled to a payment."""
    return build_sold_lines({line.pk: (line.line_price, line.seats, line.tax_rate) for line in lines}, totals)


def format_address(address: Mapping[str, str]) -> str:
    """Format an address on one line; empty if there is none."""

    def part(*names: str) -> str:
        return " ".join(address[name] for name in names if address.get(name))

    lines = [part("fName", "lName"), part("address"), part("addressSecondary"), part("city")]
    return ", ".join(line for line in (*lines, part("state", "postalCode"), part("country")) if line)
