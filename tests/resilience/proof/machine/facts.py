"""What the shop's rows say, read with one query for each table, and which of them a step has changed."""

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NamedTuple, Self

from django.db.models import Model

from bookings.models import Booking, Pass, SeatLink
from changes.models import Entitlement
from orders.models import AppliedDiscount, Order, OrderLine
from payments.models import Payment, Refund, RefundPart


class OrderRow(NamedTuple):
    public_id: str
    user_id: int
    status: str
    is_test: bool
    items_price: Decimal
    tax_price: Decimal
    gift_price: Decimal
    total_price: Decimal


class LineRow(NamedTuple):
    order_id: int
    booking_id: int
    seats: int
    price: Decimal
    line_price: Decimal
    refund_policy: str
    refund_until_hours: int
    refund_fee_per_seat: Decimal


class BookingRow(NamedTuple):
    public_id: str
    kind: str
    occurrence_id: int
    user_id: int
    seats: int
    returning: int
    status: str
    held_until: datetime | None
    waiting_entry_id: int | None


class LinkRow(NamedTuple):
    public_id: str
    booking_id: int
    state: str


class PassRow(NamedTuple):
    booking_id: int
    h: str
    seats: int
    seat_link_id: int | None
    ended_because: str


class PaymentRow(NamedTuple):
    order_id: int | None
    method: str
    status: str
    amount: Decimal
    fee: Decimal | None
    posted_on: date | None
    is_extra: bool
    capture_id: str | None


class RefundRow(NamedTuple):
    order_id: int
    payment_id: int | None
    status: str
    amount: Decimal
    of_gift: Decimal
    fee_back: Decimal | None
    posted_on: date | None
    paypal_refund_id: str | None
    request_key: str
    kind: str
    returns_id: int | None


class PartRow(NamedTuple):
    refund_id: int
    line_id: int
    seats: int
    amount: Decimal
    fee: Decimal
    donated: Decimal


class ChoiceRow(NamedTuple):
    line_id: int
    until: datetime
    outcome: str


class DiscountRow(NamedTuple):
    line_id: int
    kind: str
    voucher_id: int | None
    membership_id: int | None
    seats: int


WRITES = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+"(\w+)"')
TABLES: dict[str, tuple[type[Model], type[Any]]] = {
    "orders": (Order, OrderRow),
    "lines": (OrderLine, LineRow),
    "bookings": (Booking, BookingRow),
    "links": (SeatLink, LinkRow),
    "passes": (Pass, PassRow),
    "payments": (Payment, PaymentRow),
    "refunds": (Refund, RefundRow),
    "parts": (RefundPart, PartRow),
    "choices": (Entitlement, ChoiceRow),
    "discounts": (AppliedDiscount, DiscountRow),
}


@dataclass(slots=True)
class Facts:
    """Rows by table and ID."""

    orders: dict[int, OrderRow] = field(default_factory=dict)
    lines: dict[int, LineRow] = field(default_factory=dict)
    bookings: dict[int, BookingRow] = field(default_factory=dict)
    links: dict[int, LinkRow] = field(default_factory=dict)
    passes: dict[int, PassRow] = field(default_factory=dict)
    payments: dict[int, PaymentRow] = field(default_factory=dict)
    refunds: dict[int, RefundRow] = field(default_factory=dict)
    parts: dict[int, PartRow] = field(default_factory=dict)
    choices: dict[int, ChoiceRow] = field(default_factory=dict)
    discounts: dict[int, DiscountRow] = field(default_factory=dict)

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

    def iter_parts(self, refund_id: int) -> Iterator[PartRow]:
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


def read_table(model: type[Model], row: Callable[..., Any]) -> dict[int, Any]:
    names = row._fields  # type: ignore[attr-defined]
    found = model._default_manager.order_by("pk").values_list("pk", *names)
    return {pk: row(*values) for pk, *values in found}


def to_cents(amount: Decimal | None) -> int:
    return int(amount * 100) if amount else 0
