"""Read one order with everything that the API returns, in four queries."""

from collections.abc import Mapping

from django.db.models import Exists

from orders.models import AppliedDiscount, Change, Entitlement, Order, OrderLine, Refund


def list_lines(order: Order) -> list[OrderLine]:
    """Return the lines with their bookings and occurrences."""
    return list(order.lines.select_related("booking__occurrence"))


def list_tickets(order: Order) -> list[OrderLine]:
    """Return the lines with their bookings, occurrences and passes."""
    return list(order.lines.select_related("booking__occurrence").prefetch_related("booking__passes"))


def get_current_order(order_id: int) -> Order:
    """Return the order as currently stored. Raise Order.DoesNotExist.

    Orders with refunds, changes or discounts need more rows, so they are read like the orders of a list.
    """
    refunds, changes = Refund.objects.filter(order=order_id), Change.objects.filter(order=order_id)
    discounts = AppliedDiscount.objects.filter(line__order=order_id)
    entitlements = Entitlement.objects.filter(line__order=order_id)
    has_more = Exists(refunds) | Exists(changes) | Exists(entitlements) | Exists(discounts)
    if Order.objects.filter(has_more, pk=order_id).exists():
        return Order.objects.with_lines().get(pk=order_id)
    order = Order.objects.select_related("user").get(pk=order_id)
    order.cached_lines = list_tickets(order)
    return order


def format_address(address: Mapping[str, str]) -> str:
    """Format an address on one line; empty if there is none."""

    def part(*names: str) -> str:
        return " ".join(address[name] for name in names if address.get(name))

    lines = [part("fName", "lName"), part("address"), part("addressSecondary"), part("city")]
    return ", ".join(line for line in (*lines, part("state", "postalCode"), part("country")) if line)
