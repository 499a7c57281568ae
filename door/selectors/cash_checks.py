"""Read-only consistency checks of drawers and kept seats; one message per violation."""

from collections.abc import Iterator
from decimal import Decimal

from django.db.models import F
from django.utils import timezone

from bookings.models import Booking
from door.models import DoorEntry, Drawer, Move
from door.selectors.drawers import get_expected
from events.formatting import format_seats
from payments.models import Payment, Refund

Kind = Move.Kind


def sales_without_order_or_cash() -> Iterator[str]:
    """Check that each sale that a phone recorded has an order, or cash that has to be given back."""
    moves = {move.entry_id: move for move in Move.objects.filter(entry__kind=DoorEntry.Kind.SALE)}
    for entry in DoorEntry.objects.filter(kind=DoorEntry.Kind.SALE).iterator():
        kind, total = Kind.SALE if entry.ticket_id else Kind.OVER, Decimal(entry.body["total"])
        move = moves.get(entry.pk)
        if total and (move is None or (move.kind, move.amount) != (kind, total)):
            yield f"The sale {entry.seq} of phone {entry.phone_id} took {total}, and its cash is in no drawer."


def sales_that_differ_from_their_cash() -> Iterator[str]:
    """Check that the cash of each order moved into a drawer, once."""
    moved: dict[int | None, Decimal] = {}
    for order_id, amount in Move.objects.filter(kind=Kind.SALE).values_list("order", "amount"):
        moved[order_id] = moved.get(order_id, Decimal(0)) + amount
    for cash in Payment.objects.in_cash().select_related("order").iterator():
        if moved.pop(cash.order_id, Decimal(0)) != cash.amount:
            yield f"{cash.order} was paid {cash.amount} in cash, and another amount moved into a drawer."
    for other_id, amount in moved.items():
        yield f"{amount} moved into a drawer for order {other_id}, which was not paid in cash."


def cash_refunds_that_differ() -> Iterator[str]:
    """Check that the money of each refund of a cash order moved out of a drawer, once."""
    done = Refund.objects.filter(order__in=Payment.objects.in_cash().values("order"), status=Refund.Status.COMPLETED)
    for refund in done.select_related("order", "move").iterator():
        move = getattr(refund, "move", None)
        if refund.amount != (-move.amount if move else 0):
            yield f"{refund.order}: {refund.amount} was refunded in cash, and another amount moved out of a drawer."


def drawers_that_do_not_add_up() -> Iterator[str]:
    """Check that each closed drawer expected its float and everything that moved until then."""
    for drawer in Drawer.objects.exclude(closed_at=None).iterator():
        if (expected := get_expected(drawer)) != drawer.expected:
            yield f"{drawer} expected {drawer.expected}, and its moves add up to {expected}."


def allotments_of_nobody() -> Iterator[str]:
    """Check that seats are kept for the door only by a phone of that date."""
    allotted = Booking.objects.taken(timezone.now()).filter(kind=Booking.Kind.ALLOTMENT)
    for booking in allotted.exclude(phone__door__occurrence=F("occurrence")):
        yield f"Booking {booking.public_id} keeps {format_seats(booking.seats)} for the door, and no phone sells them."


CASH_CHECKS = (
    sales_without_order_or_cash,
    sales_that_differ_from_their_cash,
    cash_refunds_that_differ,
    drawers_that_do_not_add_up,
    allotments_of_nobody,
)
