"""What the API returns of an order: its row, and everything that belongs to it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Exists, Prefetch, QuerySet, prefetch_related_objects

from bookings.models import Booking
from changes.models import Change, Entitlement
from charityshop.money import to_cents
from events.models import join_date
from orders.models import AppliedDiscount, Order, OrderLine
from orders.pricing import ZERO, list_taxes, sum_discounts
from orders.selectors.orders import get_line_prices, get_paid_prices, list_lines, list_tickets
from payments.models import Refund
from payments.selectors.order_money import RefundDue, get_refund_due, get_refunded_price, list_own_refunds

SHOWN = (
    Prefetch("lines__booking", Booking.objects.select_related(*join_date("occurrence__"))),
    "lines__booking__passes",
    "lines__discounts__voucher",
    "lines__entitlements__date_change",
    "refunds__parts__line__booking",
    "refunds__payment",
    "changes__refund",
    "changes__booking",
)


@dataclass(frozen=True, slots=True)
class LineDetails:
    line: OrderLine
    price: Decimal  # of all its seats, without tax, scaled like all prices of its order
    paid_price: Decimal | None  # of all its seats, with tax; None before the order is paid
    entitlement: Entitlement | None  # what the buyer may choose now because staff changed the date

    @property
    def list_price(self) -> Decimal:
        """What all seats of the line cost before discounts."""
        return self.price + self.line.taken_off

    @property
    def subtotal(self) -> Decimal:
        """What the shown seats cost before discounts, as of the sale."""
        return self.of_shown_seats(self.list_price)

    @property
    def paid(self) -> Decimal | None:
        """What was paid for the shown seats: after discounts, and with tax."""
        return None if self.paid_price is None else self.of_shown_seats(self.paid_price)

    def of_shown_seats(self, amount: Decimal) -> Decimal:
        return to_cents(amount * self.line.shown_seats / self.line.seats)


@dataclass(frozen=True, slots=True)
class Item:
    """The lines of one event, which the API returns as one item with several bookings."""

    lines: Sequence[LineDetails]

    @property
    def sold(self) -> OrderLine:
        """A line, which has the event as it was sold."""
        return self.lines[0].line


@dataclass(frozen=True, slots=True)
class OrderDetails:
    order: Order
    lines: Sequence[LineDetails]
    refunds: Sequence[Refund] = ()
    refunded_price: Decimal = ZERO
    changes: Sequence[Change] = ()

    @property
    def refund_due(self) -> RefundDue | None:
        return get_refund_due(self.order)

    @property
    def items(self) -> list[Item]:
        events: dict[str, list[LineDetails]] = defaultdict(list)
        for each in self.lines:
            events[each.line.product].append(each)
        return [Item(lines) for lines in events.values()]

    @property
    def list_price(self) -> Decimal:
        """The price of the seats before discounts."""
        return sum((each.list_price for each in self.lines), ZERO)

    @property
    def discounts(self) -> list[dict[str, Any]]:
        return sum_discounts(discount for each in self.lines for discount in each.line.discounts.all())

    @property
    def taxes(self) -> list[dict[str, Any]]:
        return list_taxes(self.order.worth.tax, [(each.price, each.line.tax_rate) for each in self.lines])


def read_whole(orders: QuerySet[Order]) -> QuerySet[Order]:
    """Read everything that belongs to the orders with them, in a constant number of queries."""
    return orders.select_related("user").prefetch_related(*SHOWN)


def get_details(order_id: int) -> OrderDetails:
    """Return the details of an order as currently stored. Raise Order.DoesNotExist."""
    return read_details(Order.objects.select_related("user").get(pk=order_id))


def read_details(order: Order) -> OrderDetails:
    """Read what belongs to an order that was just read or placed.

    Of most orders, that is what was sold: nothing happens to a hold before it is paid, and rarely something later. What
    a receipt says depends on everything.
    """
    if order.status == Order.Status.HELD:
        return read_sold(order, list_lines(order))
    if not order.receipt_by and not has_changed(order):
        return read_sold(order, list_tickets(order))
    prefetch_related_objects([order], *SHOWN)
    return collect_details(order)


def has_changed(order: Order) -> bool:
    """Return whether anything was refunded, or changed by the buyer or with its date, since the order was sold."""
    refunds, changes = Refund.objects.filter(order=order), Change.objects.filter(order=order)
    entitlements = Entitlement.objects.filter(line__order=order)
    return Order.objects.filter(Exists(refunds) | Exists(changes) | Exists(entitlements), pk=order.pk).exists()


def read_sold(order: Order, lines: Sequence[OrderLine]) -> OrderDetails:
    """Return the details of an order to which nothing has happened since it was sold."""
    prefetch_related_objects(lines, Prefetch("discounts", AppliedDiscount.objects.select_related("voucher")))
    prices, paid = get_line_prices(order, lines), find_paid_prices(order, lines)
    return OrderDetails(order, [LineDetails(line, prices[line.pk], paid.get(line.pk), None) for line in lines])


def find_paid_prices(order: Order, lines: Sequence[OrderLine]) -> dict[int, Decimal]:
    return get_paid_prices(order, lines) if order.paid_at else {}


def collect_details(order: Order) -> OrderDetails:
    """Return the details of an order that was read whole."""
    lines = list(order.lines.all())
    prices, paid = get_line_prices(order, lines), find_paid_prices(order, lines)
    details = [LineDetails(line, prices[line.pk], paid.get(line.pk), line.entitlements.get_open()) for line in lines]
    return OrderDetails(order, details, list_own_refunds(order), get_refunded_price(order), list(order.changes.all()))
