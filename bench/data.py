"""Data of the measured shop."""

from datetime import timedelta
from decimal import Decimal
from itertools import cycle
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.services.event_dates import build_date
from bookings.services.passes import create_passes
from events.models import Event, Occurrence
from events.recurrence import Span
from events.services.places import find_or_make_place
from orders.models import Order, OrderLine
from orders.pricing import PricedLine
from orders.services.place_order import build_line
from payments.accounts import Account
from payments.models import Payment, Transfer

DATES = 52  # of each series
MANY = 100_000  # seats; the most that an event may have
PAYPAL_KEYS = ("paypal_order_id", "create_key", "capture_key", "capture_id")


@transaction.atomic
def seed(*, series: int = 50, orders: int = 5000, users: int = 1000, capacity: int = 40) -> dict[str, Any]:
    dates = make_series(series, capacity=capacity)
    roomy = make_series(1, capacity=MANY)
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
    places = [find_or_make_place(f"Table {n}, 12 Market Street", by=None) for n in range(7)]
    first = timezone.now().replace(minute=0, second=0, microsecond=0) + timedelta(days=1)
    events = Event.objects.bulk_create(
        Event(
            name=f"Bench night {n}",
            description="A night for measuring. " * 8,
            category="Magic: The Gathering",
            card_set="Core set",
            format="Draft",
            place=places[n % 7],
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
        build_date(event, Span(event.starts_at + week, event.ends_at + week))
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
    create_passes(booking_ids=[booking.pk for booking in bookings])
    lines = [
        build_line(booking, date, PricedLine(date.event.price, Decimal(24), Decimal("0.15")))
        for booking, (date, _) in zip(bookings, pairs, strict=True)
    ]
    sums = {"items_price": Decimal(24), "shipping_price": Decimal(0), "tax_price": Decimal("3.60")}
    sums["total_price"] = sum(sums.values(), Decimal(0))
    made = Order.objects.count()  # before; upkeep would number orders without a number
    orders = Order.objects.bulk_create(
        Order(number=f"B{n:06}", user=user, status=Order.Status.PAID, paid_at=now, **sums)
        for n, (line, (_, user)) in enumerate(zip(lines, pairs, strict=True), made)
    )
    for line, order in zip(lines, orders, strict=True):
        line.order = order
    OrderLine.objects.bulk_create(lines)
    payments = Payment.objects.bulk_create(
        Payment(
            order=order,
            status=Payment.Status.COMPLETED,
            amount=order.total_price,
            captured_at=now,
            fee=Decimal(0),
            posted_on=timezone.localdate(now),
            **{key: f"BENCH-{key}-{order.public_id}" for key in PAYPAL_KEYS},
        )
        for order in orders
    )
    Transfer.objects.bulk_create(
        Transfer(
            day=payment.posted_on,
            debit=Account.PAYPAL,
            credit=account,
            amount=amount,
            order=order,
            line=line,
            payment=payment,
            number=number,
        )
        for payment, order, line in zip(payments, orders, lines, strict=True)
        for number, (account, amount) in enumerate(
            ((Account.TICKETS, order.items_price), (Account.TAX, order.tax_price)), 1
        )
    )
