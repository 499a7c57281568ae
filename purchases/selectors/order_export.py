"""Build the Order Log's spreadsheet, with a row for each order, for bookkeeping."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from charityshop.api.csv_export import Cell
from events.formatting import format_seats
from orders.models import AppliedDiscount, Order, OrderLine
from payments.selectors.order_money import find_last_refund, get_counting_payment, get_refunded_price

HEADER = (
    "Order",
    "Number",
    "Placed",
    "Status",
    "Test order",
    "First name",
    "Last name",
    "Email",
    "Dates",
    "Seats",
    "Items",
    "Shipping",
    "Sales tax",
    "Total",
    "Captured",
    "Refunded",
    "Kept",
    "Paid",
    "Refunded at",
    "Delivered",
    "Payment method",
    "PayPal capture",
)
EXTRAS = ("Before discounts", "Discounts", "Gift")  # at the end, and only if an order has any
BATCH_SIZE = 200  # orders in memory


def list_columns(orders: QuerySet[Order]) -> tuple[str, ...]:
    """Return the header for these orders."""
    discounts = AppliedDiscount.objects.filter(line__order=OuterRef("pk"))
    has_extras = orders.order_by().filter(Q(gift_price__gt=0) | Exists(discounts)).exists()
    return HEADER + EXTRAS if has_extras else HEADER


def list_order_rows(orders: QuerySet[Order], columns: Sequence[str] = HEADER) -> Iterator[list[Cell]]:
    """Yield a row for each order. Read orders in batches, so that memory use hardly depends on their number.

    A cursor would need the same database connection until the last batch, which PgBouncer doesn't give.
    """
    has_extras = len(columns) > len(HEADER)
    related = ("lines__booking__occurrence", "lines__discounts", "refunds__payment", "payments")
    whole = Order.objects.select_related("user").prefetch_related(*related)
    keys = list(orders.values_list("pk", flat=True))
    for start in range(0, len(keys), BATCH_SIZE):
        batch = keys[start : start + BATCH_SIZE]
        found = whole.in_bulk(batch)
        for order in (found[key] for key in batch if key in found):  # some may have been deleted meanwhile
            yield [*build_order_row(order), *(build_extra_cells(order) if has_extras else ())]


def build_extra_cells(order: Order) -> list[Cell]:
    """Return what the order's seats cost before discounts, what was taken off, and the gift. Unused cells are empty."""
    off = sum((line.taken_off for line in order.lines.all()), Decimal(0))
    return [order.worth.items + off if off else None, off or None, order.worth.gift or None]


def build_order_row(order: Order) -> list[Cell]:
    lines = list(order.lines.all())
    payment, refund = get_counting_payment(order), find_last_refund(order)
    captured = payment.amount if payment else None
    return [
        order.public_id,
        order.number,
        order.created_at,
        order.present_status,
        order.is_test,
        order.user.first_name,
        order.user.last_name,
        order.user.email,
        " | ".join(format_line(line) for line in lines),
        sum(line.seats for line in lines),
        order.worth.items,
        order.worth.shipping,
        order.worth.tax,
        order.due_price,
        captured,
        get_refunded_price(order),
        captured - get_refunded_price(order) if captured is not None else None,
        get_posted_time(order.paid_at, payment.posted_on if payment else None),
        get_posted_time(refund.completed_at or refund.created_at, refund.posted_on) if refund else None,
        order.delivered_at,
        order.payment_method,
        (payment.capture_id or "") if payment else "",
    ]


def get_posted_time(at: datetime | None, day: date | None) -> datetime | date | None:
    """Return when the shop learned that money moved, or only the day on which it is posted if that is another one.

    So the spreadsheet has each payment and refund in the month in which the ledger has it.
    """
    return at if at is None or day is None or timezone.localdate(at) == day else day


def format_line(line: OrderLine) -> str:
    """Return the date and what was sold: seats at a price each, or one booking (PRICE_PER when it was sold)."""
    starts_at = timezone.localtime(line.booking.occurrence.starts_at)
    list_price = line.line_price + sum(discount.amount for discount in line.discounts.all())
    is_per_seat = list_price == line.price * line.seats
    sold = f"{line.seats} × ${line.price:.2f}" if is_per_seat else f"{format_seats(line.seats)}, ${list_price:.2f}"
    return f"{line.name}, {starts_at:%Y-%m-%d %H:%M}, {sold}"
