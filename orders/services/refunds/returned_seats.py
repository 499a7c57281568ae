"""The parts of refunds: how many seats of which lines each returns."""

from collections.abc import Collection, Iterable, Mapping

from django.db.models import F

from bookings.models import Booking
from bookings.services import returns
from bookings.services.seat_links import revoke_surplus_links
from bookings.services.seats import release_seats
from charityshop.exceptions import BadRequest
from orders.models import Order, Refund, RefundPart
from orders.services.date_changes.entitlements import settle_returned
from orders.services.locks import get_booking_ids
from orders.services.order_money import LIVE, OPEN, count_open_seats, get_seats_by_booking, list_lines


def add_parts(refund: Refund, parts: Iterable[RefundPart]) -> None:
    """Store the refund's parts, and mark their seats so that they can't be returned twice."""
    for part in parts:
        part.refund = refund
        part.save(force_insert=True)
    returns.request_return(seats=get_seats_by_booking(refund))
    settle_returned(refund)


def format_parts(refund: Refund) -> str | None:
    """Return the bookings and seats for the audit log."""
    parts = refund.parts.select_related("line__booking")
    return ", ".join(f"{part.line.booking.public_id} × {part.seats}" for part in parts) or None


def choose_seats(
    order: Order, *, lines: Collection[str] | None, seats: Mapping[str, int] | None, everything: bool
) -> dict[int, int]:
    """Return the seats by line: those of `lines` or `seats`, or all that are left if `everything` is refunded."""
    left = count_open_seats(order)
    by_booking = {line.booking.public_id: line.pk for line in list_lines(order) if left[line.pk]}
    if seats is not None:
        if not seats or not seats.keys() <= by_booking.keys():
            raise BadRequest("Choose bookings of this order that were not refunded yet.", code="unknown_line")
        if any(not 0 < count <= left[by_booking[public_id]] for public_id, count in seats.items()):
            raise BadRequest("Choose seats of this order that were not refunded yet.", code="unknown_line")
        return {by_booking[public_id]: count for public_id, count in seats.items()}
    if lines is not None:
        if not lines or not set(lines) <= by_booking.keys():
            raise BadRequest("Choose bookings of this order that were not refunded yet.", code="unknown_line")
        return {by_booking[public_id]: left[by_booking[public_id]] for public_id in lines}
    return {pk: count for pk, count in left.items() if count} if everything else {}


def add_missing_parts(order: Order) -> None:
    """Describe refunds of lines in parts that the previous release stored during a rolling deploy."""
    for line in order.lines.filter(refund__isnull=False).exclude(parts__refund=F("refund")).select_related("refund"):
        refund = line.refund
        if refund is None or refund.status not in LIVE:
            continue
        RefundPart.objects.create(refund=refund, line=line, seats=line.seats, amount="0.00")
        if refund.status in OPEN:
            returns.request_return(seats={line.booking_id: line.seats})


def release_bookings(order: Order) -> None:
    """Put all seats of the order back on sale, and withdraw those that guests have."""
    booking_ids = get_booking_ids(order)
    release_seats(booking_ids=booking_ids, status=Booking.Status.REFUNDED)
    for booking in Booking.objects.filter(pk__in=booking_ids):
        revoke_surplus_links(booking)
