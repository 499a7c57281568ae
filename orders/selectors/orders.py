"""One order with all that it shows, in three queries that are written once."""

from collections.abc import Mapping

from charityshop.prepared import Prepared, number
from orders.models import Order, OrderLine, Refund

ORDER = Prepared(lambda: Order.objects.select_related("user").filter(pk=number("order")))
LINES = Prepared(lambda: OrderLine.objects.select_related("booking__occurrence").filter(order=number("order")))
REFUNDS = Prepared(lambda: Refund.objects.filter(order=number("order")).values_list("pk")[:1], converted=False)


def lines_of(order: Order) -> list[OrderLine]:
    """The lines with their bookings and dates as they are now."""
    return LINES.run(order=order.pk)


def order_as_it_stands(order_id: int) -> Order:
    """Raises Order.DoesNotExist. One with refunds shows more, and is read as those of a list are."""
    if REFUNDS.run(order=order_id):
        return Order.objects.with_lines().get(pk=order_id)
    order: Order | None = ORDER.first(order=order_id)
    if order is None:
        raise Order.DoesNotExist
    order.known_lines = lines_of(order)
    return order


def address_in_words(address: Mapping[str, str]) -> str:
    """An order's address on one line, empty where none was given."""

    def part(*names: str) -> str:
        return " ".join(address[name] for name in names if address.get(name))

    lines = [part("fName", "lName"), part("address"), part("addressSecondary"), part("city")]
    return ", ".join(line for line in (*lines, part("state", "postalCode"), part("country")) if line)
