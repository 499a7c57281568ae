"""Sell seats at the door for cash: online, or by a phone without a connection, whose sale arrives later.

The date is locked first, then the drawer. An order, its pass, its cash, the move into the drawer and the entry of the
phone's log are written in one transaction.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone

from bookings.models import Pass
from bookings.services.door_seats import refuse_unless_open
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError
from charityshop.money import format_dollars
from door.closed_doors import refuse_closed
from door.models import DoorEntry, Move, Phone
from door.selectors.drawers import find_allotted
from door.services.allotments import lock_phone
from door.services.drawers import lock_open_drawer, record_move
from orders.models import Order
from payments.journal import post_money
from payments.services.place_cash_order import place_cash_order, price_at_door


@dataclass(frozen=True, slots=True)
class Sale:
    order: str  # public ID
    total: Decimal
    change: Decimal
    h: str  # of the pass


@in_one_transaction
def sell_at_door(
    *, phone_id: int, seq: int, seats: int, given: Decimal, total: Decimal | None = None, name: str = ""
) -> Sale:
    """Sell seats of the phone's date until it ends. They count as inside. A repeated `seq` returns the first sale.

    `total` is what the till showed, if it says so. Raise DoorClosed, DateUnavailable, DrawerClosed, InvalidField,
    SoldOut or DomainError (`price_changed`) without selling anything.
    """
    phone = lock_phone(phone_id)
    date = phone.door.occurrence
    if earlier := DoorEntry.objects.filter(phone=phone, seq=seq).first():
        return get_earlier_sale(earlier, seats, given)
    now = timezone.now()
    refuse_closed(phone.door)
    refuse_unless_open(date, now)
    due = price_at_door(date, seats).total
    if total is not None and total != due:
        message = f"The price has changed: that is {format_dollars(due)} now. Tell the guest."
        raise DomainError(message, code="price_changed")
    if due:
        lock_open_drawer(phone.door)
    order = place_cash_order(date=date, count=seats, given=given)
    post_money(order)
    ticket = get_pass(order)
    body = {"total": f"{order.due_price:.2f}", "given": f"{given:.2f}", "allotment": False, "online": True}
    entry = DoorEntry.objects.create(
        phone=phone,
        seq=seq,
        at=now,
        received_at=now,
        kind=DoorEntry.Kind.SALE,
        ticket=ticket,
        seats=seats,
        body=body,
        name=phone.name,
        note=name,
    )
    Pass.objects.filter(pk=ticket.pk).update(label=name)  # by which volunteers find it
    record_sale_move(entry, order, order.due_price)
    return Sale(order.public_id, order.due_price, given - order.due_price, ticket.h)


def get_earlier_sale(entry: DoorEntry, seats: int, given: Decimal) -> Sale:
    """Return the sale of a request that is repeated because its answer was lost. Raise DomainError for another."""
    is_sale = entry.kind == DoorEntry.Kind.SALE and (entry.seats, entry.body["given"]) == (seats, f"{given:.2f}")
    if not is_sale or entry.ticket is None:
        raise DomainError("This number belongs to another entry. Open the door's link again.", code="seq_reused")
    order = Order.objects.get(lines__booking=entry.ticket.booking_id)
    return Sale(order.public_id, order.due_price, given - order.due_price, entry.ticket.h)


def get_pass(order: Order) -> Pass:
    return Pass.objects.get(booking__order_line__order=order)


# --- Sales of phones without a connection ----------------------------------------------------------------------------


def book_reported_sale(phone: Phone, count: int, body: Mapping[str, Any], *, sold_at: datetime) -> Order | None:
    """Create the order of a sale that a phone reports, with its date locked. Return None if it can't be created.

    It takes the seats that the phone keeps. If they are gone, as after the phone was signed out, the sale succeeds as
    long as seats are free. Without an order, its cash still moved, and the buyer gets it back: so even if the date was
    canceled meanwhile.
    """
    if not phone.door.occurrence.takes_place:
        return None
    allotted = find_allotted(phone) if body["allotment"] else None
    total, given, tax_rate = Decimal(body["total"]), Decimal(body["given"]), body.get("taxRate")
    try:
        with transaction.atomic():
            order = place_cash_order(
                date=phone.door.occurrence,
                count=count,
                given=given,
                charged=total,
                tax_rate=None if tax_rate is None else Decimal(tax_rate),
                allotted=allotted,
                sold_at=sold_at,
            )
            post_money(order)
    except DomainError:  # whatever the reason, the cash was taken
        return None
    return order


def record_cash(entry: DoorEntry, order: Order | None) -> None:
    """Put the cash of a sale into the drawer, even if there are no seats for it, and whatever else a phone reports."""
    if entry.kind == DoorEntry.Kind.SALE:
        record_sale_move(entry, order, Decimal(entry.body["total"]))
    elif entry.kind == DoorEntry.Kind.CASH:
        amount = Decimal(entry.body["amount"])
        record_move(door=entry.phone.door, kind=Move.Kind.OTHER, amount=amount, entry=entry, reason=entry.note)


def record_sale_move(entry: DoorEntry, order: Order | None, total: Decimal) -> None:
    if total:
        kind = Move.Kind.SALE if order else Move.Kind.OVER
        record_move(door=entry.phone.door, kind=kind, amount=total, order=order, entry=entry)
