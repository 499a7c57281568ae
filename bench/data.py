"""Data of the measured shop.

Growing adds users, orders of the past and archived events. What is on sale stays the same, as pages show only that.
"""

from datetime import timedelta
from decimal import Decimal
from itertools import cycle, islice
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking, Entry, Pass
from bookings.models.waiting import MAX_SEATS
from events.models import Event, Occurrence
from orders.models import Order, OrderLine, Payment, hash_lines
from orders.pricing import PricedLine
from orders.services.order_rows import build_line

DATES = 52  # of each series
UNLIMITED = 2_000_000_000  # seats
GROUPS = 5  # on each waiting list
PAYPAL_KEYS = ("paypal_order_id", "create_key", "capture_key", "capture_id")


@transaction.atomic
def seed(*, series: int = 50, orders: int = 5000, users: int = 1000, capacity: int = 40) -> dict[str, Any]:
    dates = make_series(series, capacity=capacity)
    roomy = make_series(1, capacity=UNLIMITED)
    make_orders(orders, dates, make_users(users))
    return {
        "event": dates[0].event_id,
        "product": dates[0].event.public_id,
        "roomy": roomy[0].event.public_id,
        "roomy_dates": [[date.pk, format_start(date)] for date in roomy],
        "dates": [[date.event.public_id, format_start(date)] for date in dates],
        "month": [f"{dates[0].starts_at:%Y-%m-%d}", f"{dates[0].starts_at + timedelta(days=30):%Y-%m-%d}"],
    }


def format_start(date: Occurrence) -> str:
    return f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}"


def make_users(number: int) -> list[User]:
    password = make_password("a few random words")
    return User.objects.bulk_create(
        User(email=f"member{n}@example.com", first_name=f"Member {n}", last_name="Bench", password=password)
        for n in range(number)
    )


def make_series(number: int, *, capacity: int) -> list[Occurrence]:
    """Make weekly events of one hour, from tomorrow on."""
    first = timezone.now().replace(minute=0, second=0, microsecond=0) + timedelta(days=1)
    events = Event.objects.bulk_create(
        Event(
            name=f"Bench night {n}",
            description="A night for measuring. " * 8,
            category="Magic: The Gathering",
            card_set="Core set",
            format="Draft",
            event_location=f"Table {n % 7}, 12 Market Street",
            price=Decimal(12),
            maximum_event_capacity=capacity,
            starts_at=first + timedelta(hours=n % 24),
            ends_at=first + timedelta(hours=n % 24 + 1),
            is_recurring=True,
            repeat_interval=Event.Interval.WEEKLY,
            status=Event.Status.PUBLISHED,
        )
        for n in range(number)
    )
    return Occurrence.objects.bulk_create(
        Occurrence(event=event, starts_at=event.starts_at + week, ends_at=event.ends_at + week)
        for event in events
        for week in (timedelta(weeks=n) for n in range(DATES))
    )


def make_orders(number: int, dates: list[Occurrence], users: list[User]) -> None:
    """Make paid orders of two seats on one date each."""
    now = timezone.now()
    pairs = [pair for _, *pair in zip(range(number), cycle(dates), cycle(users), strict=False)]
    bookings = Booking.objects.bulk_create(
        Booking(occurrence=date, user=user, seats=2, status=Booking.Status.CONFIRMED) for date, user in pairs
    )
    Pass.objects.bulk_create(Pass.build(booking, booking.seats) for booking in bookings)
    lines = [
        build_line(booking, date, PricedLine(date.event.price, Decimal(24)))
        for booking, (date, _) in zip(bookings, pairs, strict=True)
    ]
    sums = {"items_price": Decimal(24), "shipping_price": Decimal(0), "tax_price": Decimal("3.60")}
    sums["total_price"] = sum(sums.values(), Decimal(0))
    made = Order.objects.count()  # before; upkeep would number orders without a number
    orders = Order.objects.bulk_create(
        Order(
            number=f"B{n:06}", user=user, status=Order.Status.PAID, paid_at=now, lines_digest=hash_lines([line]), **sums
        )
        for n, (line, (_, user)) in enumerate(zip(lines, pairs, strict=True), made)
    )
    for line, order in zip(lines, orders, strict=True):
        line.order = order
    OrderLine.objects.bulk_create(lines)
    Payment.objects.bulk_create(
        Payment(
            order=order,
            status=Payment.Status.COMPLETED,
            amount=order.total_price,
            captured_at=now,
            fee=Decimal(0),
            booked_on=now.date(),
            **{key: f"BENCH-{key}-{order.public_id}" for key in PAYPAL_KEYS},
        )
        for order in orders
    )


def add_waiting_lists() -> None:
    """Let groups wait for every date of limited seats. Each group is larger than the seats that are left.

    So the public can buy those seats, and `upkeep` offers them to nobody: the waiting lists stay as they are.
    """
    dates = Occurrence.objects.filter(event__maximum_event_capacity__lt=UNLIMITED)
    users = cycle(User.objects.all())
    Entry.objects.bulk_create(
        Entry(occurrence=date, user=user, seats=MAX_SEATS, at_least=MAX_SEATS)
        for date in dates
        for user in islice(users, GROUPS)
    )


# For each table, the columns that differ in the n-th copy of a row. {table} is the highest id of a table before.
COPIES: dict[str, dict[str, str]] = {
    "accounts_user": {"email": "'copy-' || ({new_id}) || '@example.com'"},
    "events_event": {"status": "'archived'"},
    "events_occurrence": {"event_id": "event_id + n * {events_event}"},
    "bookings_booking": {
        "occurrence_id": "occurrence_id + n * {events_occurrence}",
        "user_id": "user_id + n * {accounts_user}",
    },
    "bookings_pass": {
        "booking_id": "booking_id + n * {bookings_booking}",
        "code": "'T1-' || ({new_id})",
        "h": "'h-' || ({new_id})",
    },
    "orders_order": {"number": "'D' || ({new_id})", "user_id": "user_id + n * {accounts_user}"},
    "orders_orderline": {
        "order_id": "order_id + n * {orders_order}",
        "booking_id": "booking_id + n * {bookings_booking}",
    },
    "orders_payment": {"order_id": "order_id + n * {orders_order}"}
    | {key: f"'BENCH-{key}-' || ({{new_id}})" for key in PAYPAL_KEYS},
    # These are empty, except for the figures (bench/past.py).
    "orders_refund": {
        "order_id": "order_id + n * {orders_order}",
        "payment_id": "payment_id + n * {orders_payment}",
        "request_key": "'R' || ({new_id})",
    },
    "orders_refundpart": {
        "refund_id": "refund_id + n * {orders_refund}",
        "line_id": "line_id + n * {orders_orderline}",
    },
    "bookings_seatchange": {"booking_id": "booking_id + n * {bookings_booking}"},
    "door_night": {"occurrence_id": "occurrence_id + n * {events_occurrence}"},
    "door_device": {"night_id": "night_id + n * {door_night}"},
    "door_entry": {"device_id": "device_id + n * {door_device}", "ticket_id": "ticket_id + n * {bookings_pass}"},
}


def grow(times: int) -> None:
    """Multiply the rows of all these tables."""
    with transaction.atomic(), connection.cursor() as cursor:
        highest = {}
        for table in COPIES:
            cursor.execute(f"SELECT MAX(id) FROM {table}")
            highest[table] = cursor.fetchone()[0] or 0
        for table, changes in COPIES.items():
            copy_rows(cursor, table, changes, highest, times - 1)
    analyze()


def analyze() -> None:
    """Let PostgreSQL count its rows, as autovacuum would in time."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def copy_rows(cursor: Any, table: str, changes: dict[str, str], highest: dict[str, int], copies: int) -> None:
    postgresql = connection.vendor == "postgresql"
    columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
    new_id = f"id + n * {highest[table]}"
    in_hex = f"lpad(to_hex({new_id}), 10, '0')" if postgresql else f"printf('%010x', {new_id})"
    special = {"id": new_id, "public_id": f"substr(public_id, 1, 14) || {in_hex}"} | changes
    quoted = {column: connection.ops.quote_name(column) for column in columns}  # "returning" is a keyword
    values = ", ".join(special.get(column, name).format(new_id=new_id, **highest) for column, name in quoted.items())
    cursor.execute(
        f"WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < {copies}) "
        f"INSERT INTO {table} ({', '.join(quoted.values())}) SELECT {values} FROM {table} CROSS JOIN copies "
        f"WHERE id <= {highest[table]}"
    )
    if postgresql:
        cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT MAX(id) FROM {table}))")
