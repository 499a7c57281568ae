"""The Order Log as a spreadsheet: a row for each order, for whoever keeps the accounts."""

from collections.abc import Iterator

from django.db.models import QuerySet
from django.utils import timezone

from charityshop.api.csv_export import Cell
from orders.models import Order, OrderLine, Payment

HEAD = (
    "Order", "Placed", "Status", "Test order", "First name", "Last name", "Email", "Nights", "Seats", "Items",
    "Shipping", "Tax", "Total", "Captured", "Refunded", "Kept", "Paid", "Refunded at", "Delivered", "Payment method",
    "PayPal capture",
)  # fmt: skip
AT_ONCE = 200  # orders in memory


def order_rows(orders: QuerySet[Order]) -> Iterator[list[Cell]]:
    """Reads as it is read: a few queries for every 200 orders, however many there are."""
    rows = orders.select_related("user").prefetch_related("lines__booking__occurrence", "refunds__payment", "payments")
    return (order_row(order) for order in rows.iterator(chunk_size=AT_ONCE))


def order_row(order: Order) -> list[Cell]:
    lines = list(order.lines.all())
    payment = find_counting_payment(order)
    captured = payment.amount if payment else None
    return [
        order.public_id,
        order.created_at,
        order.present_status,
        order.is_test,
        order.user.first_name,
        order.user.last_name,
        order.user.email,
        " | ".join(in_words(line) for line in lines),
        sum(line.seats for line in lines),
        order.items_price,
        order.shipping_price,
        order.tax_price,
        order.total_price,
        captured,
        order.refunded_price,
        captured - order.refunded_price if captured is not None else None,
        order.paid_at,
        order.refunded_at,
        order.delivered_at,
        order.payment_method,
        payment.capture_id if payment else "",
    ]


def find_counting_payment(order: Order) -> Payment | None:
    """From what is read already; refunding.counting_payment would ask once for each order."""
    return next((payment for payment in order.payments.all() if payment.counts), None)


def in_words(line: OrderLine) -> str:
    starts_at = timezone.localtime(line.booking.occurrence.starts_at)
    return f"{line.name}, {starts_at:%Y-%m-%d %H:%M}, {line.seats} × ${line.price:.2f}"
