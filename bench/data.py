"""Fills a shop's database: `python -m bench.data seed`, then `grow 9` for ten times as much. Prints what a load needs.

A grown shop is one that has run for long: a hundred times the people, orders and bookings, and the archived nights they
were for. What is on sale stays the same 50 series, because that is what a page shows. A hold that is live when the shop
grows has run out in its copies: age brings orders, and never more people who are buying at this moment.
"""

import json
import sys
from datetime import timedelta
from decimal import Decimal
from itertools import cycle
from typing import Any

import django

SERIES, DATES, ORDERS, PEOPLE = 50, 52, 5000, 1000
ENDLESS = 2_000_000_000  # seats; more than any load takes


def seed(*, series: int = SERIES, orders: int = ORDERS, people: int = PEOPLE) -> dict[str, Any]:
    from django.db import transaction  # noqa: PLC0415 - Django has to be set up before

    with transaction.atomic():
        dates = make_series(series, capacity=40)
        roomy = make_series(1, capacity=ENDLESS)
        make_orders(orders, dates, make_people(people))
    return {
        "event": dates[0].event_id,
        "product": dates[0].event.public_id,
        "roomy": roomy[0].event.public_id,
        "roomy_dates": [[date.pk, f"{date.starts_at:%Y-%m-%dT%H:%M:%SZ}"] for date in roomy],
        "month": [f"{dates[0].starts_at:%Y-%m-%d}", f"{dates[0].starts_at + timedelta(days=30):%Y-%m-%d}"],
    }


def make_people(number: int) -> list[Any]:
    from django.contrib.auth.hashers import make_password  # noqa: PLC0415

    from accounts.models import User  # noqa: PLC0415

    password = make_password("a few random words")
    return User.objects.bulk_create(
        User(email=f"member{n}@example.com", first_name=f"Member {n}", last_name="Bench", password=password)
        for n in range(number)
    )


def make_series(number: int, *, capacity: int) -> list[Any]:
    """Weekly nights of an hour each, as many dates as a year has weeks, from tomorrow on."""
    from django.utils import timezone  # noqa: PLC0415

    from events.models import Event, Occurrence  # noqa: PLC0415

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


def make_orders(number: int, dates: list[Any], people: list[Any]) -> None:
    """Paid orders of two seats on one date each."""
    from django.utils import timezone  # noqa: PLC0415

    from bookings.models import Booking  # noqa: PLC0415
    from orders.models import Order, OrderLine, Payment, digest_of  # noqa: PLC0415
    from orders.services.orders.place_order import build_line  # noqa: PLC0415

    now = timezone.now()
    pairs = list(zip(range(number), cycle(dates), cycle(people), strict=False))
    bookings = Booking.objects.bulk_create(
        Booking(occurrence=date, user=person, seats=2, status=Booking.Status.CONFIRMED) for _, date, person in pairs
    )
    lines = [build_line(booking, date) for booking, (_, date, _) in zip(bookings, pairs, strict=True)]
    sums = {"items_price": Decimal(24), "shipping_price": Decimal(0), "tax_price": Decimal("3.60")}
    orders = Order.objects.bulk_create(
        Order(
            user=person,
            status=Order.Status.PAID,
            paid_at=now,
            total_price=Decimal("27.60"),
            lines_digest=digest_of([line]),
            **sums,
        )
        for line, (_, _, person) in zip(lines, pairs, strict=True)
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
            **{name: f"BENCH-{name}-{order.public_id}" for name in KEYS},
        )
        for order in orders
    )


# --- Growing ---------------------------------------------------------------------------------------------------------

KEYS = ("paypal_order_id", "create_key", "capture_key", "capture_id")
RAN_OUT_LONG_AGO = "CASE WHEN held_until IS NULL THEN NULL ELSE created_at END"
# What differs in the n-th copy of a row; every other column stays. Ids are those of the original plus n × the table's.
COPIES: dict[str, dict[str, str]] = {
    "accounts_user": {"email": "'copy-' || ({new_id}) || '@example.com'"},
    "events_event": {"status": "'archived'"},
    "events_occurrence": {"event_id": "event_id + n * {events_event}"},
    "bookings_booking": {
        "occurrence_id": "occurrence_id + n * {events_occurrence}",
        "user_id": "user_id + n * {accounts_user}",
        "status": "CASE status WHEN 'pending' THEN 'cancelled' ELSE status END",
        "held_until": RAN_OUT_LONG_AGO,
    },
    "orders_order": {
        "user_id": "user_id + n * {accounts_user}",
        "status": "CASE status WHEN 'held' THEN 'expired' ELSE status END",
        "held_until": RAN_OUT_LONG_AGO,
    },
    "orders_orderline": {
        "order_id": "order_id + n * {orders_order}",
        "booking_id": "booking_id + n * {bookings_booking}",
    },
    "orders_payment": {"order_id": "order_id + n * {orders_order}"}
    | {key: "'BENCH-" + key + "-' || ({new_id})" for key in KEYS},
}


def grow(copies: int) -> dict[str, int]:
    """Add so many copies of every row; how many orders there are then."""
    from django.db import connection, transaction  # noqa: PLC0415

    with transaction.atomic(), connection.cursor() as cursor:
        shifts = {}
        for table in COPIES:
            cursor.execute(f"SELECT MAX(id) FROM {table}")
            shifts[table] = cursor.fetchone()[0]
        for table, changes in COPIES.items():
            copy_rows(cursor, table, changes, shifts, copies, postgresql=connection.vendor == "postgresql")
        cursor.execute("SELECT COUNT(*) FROM orders_order")
        (orders,) = cursor.fetchone()
    if connection.vendor == "postgresql":  # there the server does it by itself; with SQLite nobody does
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return {"orders": orders}


def copy_rows(
    cursor: Any, table: str, changes: dict[str, str], shifts: dict[str, int], copies: int, *, postgresql: bool
) -> None:
    cursor.execute(f"SELECT * FROM {table} LIMIT 0")
    columns = [column[0] for column in cursor.description]
    new_id = f"id + n * {shifts[table]}"
    in_hex = f"lpad(to_hex({new_id}), 10, '0')" if postgresql else f"printf('%010x', {new_id})"
    special = {"id": new_id, "public_id": f"substr(public_id, 1, 14) || {in_hex}"} | changes
    values = ", ".join(special.get(column, column).format(new_id=new_id, **shifts) for column in columns)
    cursor.execute(
        f"WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < {copies}) "
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} CROSS JOIN copies "
        f"WHERE id <= {shifts[table]}"
    )
    if postgresql:
        cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT MAX(id) FROM {table}))")


if __name__ == "__main__":
    django.setup()
    print(json.dumps(grow(int(sys.argv[2])) if sys.argv[1] == "grow" else seed()))
