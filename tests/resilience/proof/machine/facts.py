"""What the shop's rows say, read with one query for each table, and which of them a step has changed."""

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, Self

from django.db.models import Model

from bookings.models import Booking, Pass, SeatLink
from changes.models import Entitlement
from events.models import Occurrence
from orders.models import AppliedDiscount, Order, OrderLine
from payments.models import Payment, Refund, RefundPart

WRITES = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+"(\w+)"')

# What is read of each table. A row is a named tuple of these columns and `pk`.
TABLES: dict[str, tuple[type[Model], str]] = {
    "orders": (Order, "public_id user_id status is_test items_price tax_price gift_price total_price"),
    "lines": (
        OrderLine,
        "order_id booking_id seats price line_price refund_policy refund_until_hours refund_fee_per_seat tax_rate",
    ),
    "bookings": (Booking, "public_id kind occurrence_id user_id seats returning status held_until waiting_entry_id"),
    "links": (SeatLink, "public_id booking_id state"),
    "passes": (Pass, "booking_id h seats seat_link_id ended_because"),
    "payments": (Payment, "order_id method status amount fee posted_on is_extra capture_id"),
    "refunds": (
        Refund,
        "order_id payment_id status amount asked_amount of_gift fee_back posted_on paypal_refund_id request_key kind "
        "returns_id",
    ),
    "parts": (RefundPart, "refund_id line_id seats amount fee donated"),
    "choices": (Entitlement, "line_id until outcome"),
    "dates": (Occurrence, "starts_at"),
    "discounts": (AppliedDiscount, "line_id kind voucher_id membership_id seats"),
}
Row = Any
Rows = dict[int, Row]  # by ID


@dataclass(slots=True)
class Facts:
    """Rows by table and ID."""

    orders: Rows = field(default_factory=dict)
    lines: Rows = field(default_factory=dict)
    bookings: Rows = field(default_factory=dict)
    links: Rows = field(default_factory=dict)
    passes: Rows = field(default_factory=dict)
    payments: Rows = field(default_factory=dict)
    refunds: Rows = field(default_factory=dict)
    parts: Rows = field(default_factory=dict)
    choices: Rows = field(default_factory=dict)
    dates: Rows = field(default_factory=dict)
    discounts: Rows = field(default_factory=dict)

    def read(self, written: Container[str]) -> Self:
        """Return the rows, of which only those in these tables of the database have changed."""
        changed = {name for name, (model, _) in TABLES.items() if model._meta.db_table in written}
        return replace(self, **{name: read_table(*TABLES[name]) for name in changed})

    def list_changed(self, before: "Facts", *tables: str) -> set[tuple[str, int]]:
        """Return which rows are new or different."""
        return {
            (name, pk)
            for name in tables or TABLES
            for pk, row in getattr(self, name).items()
            if getattr(before, name).get(pk) != row
        }

    def iter_parts(self, refund_id: int) -> Iterator[Row]:
        return (part for _, part in sorted(self.parts.items()) if part.refund_id == refund_id)


class Writes:
    """Notes which tables are written, so that only those have to be read again."""

    def __init__(self) -> None:
        self.tables = {model._meta.db_table for model, _ in TABLES.values()}

    def __call__(self, execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        if found := WRITES.match(sql):
            self.tables.add(found[1])
        return execute(sql, *more)

    def take(self) -> set[str]:
        """Return the tables that were written since this was called before."""
        found, self.tables = self.tables, set()
        return found


def read_table(model: type[Model], columns: str) -> Rows:
    return {
        row.pk: row for row in model._default_manager.order_by("pk").values_list("pk", *columns.split(), named=True)
    }


def to_cents(amount: Decimal | None) -> int:
    return int(amount * 100) if amount else 0
