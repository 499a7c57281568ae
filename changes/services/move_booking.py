"""Move a paid booking to another date of the same event. No money is moved."""

from accounts.models import User
from bookings import mails
from bookings.models import Booking
from bookings.selectors.inside import Inside, get_inside
from bookings.services import seats
from changes.services.entitlements import mark_moved
from charityshop.audit import record
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import Missing
from events.datetimes import format_utc
from events.selectors import find_date_by_text
from orders.models import Order, OrderLine
from orders.services.locks import NotHeld, lock_order


def preview_move(*, order_id: int, booking: str) -> Inside:
    """Return who came in with the booking's passes. Raise Missing for a booking of another order."""
    line = OrderLine.objects.filter(order=order_id, booking__public_id=booking).first()
    if line is None:
        raise Missing("This order has no such booking.")
    return get_inside(line.booking_id)


@in_one_transaction
def move_booking(*, order_id: int, booking: str, to: str, reason: str, by: User) -> None:
    """Move one of the order's bookings, given by its public ID, as agreed with the buyer.

    `to` is a datetime, or a day with a single date. Raise Missing for a booking of another order, NotHeld if the order
    isn't paid, and DateUnavailable or SoldOut for the new date.
    """
    order = lock_order(order_id)
    if order.status not in Order.SOLD:
        raise NotHeld("Only the bookings of a paid order can move to another date.", status=order.status)
    line = order.lines.select_related("booking__occurrence__event").filter(booking__public_id=booking).first()
    if line is None:
        raise Missing("This order has no such booking.")
    move_line(order, line, to=to, reason=reason, by=by)


def move_line(order: Order, line: OrderLine, *, to: str, reason: str, by: User) -> None:
    """Move a line's seats in the caller's transaction, and email the buyer. The line still shows what was sold."""
    was = line.booking.occurrence
    date = find_date_by_text(was.event.occurrences.all(), to)
    if date is None or date.pk == was.pk:
        raise seats.DateUnavailable(f"Choose another upcoming date of {was.event.name}.", product=was.event.public_id)
    seats.move_seats(booking_id=line.booking_id, to_id=date.pk)
    booking = Booking.objects.select_related("occurrence__event", "user").get(pk=line.booking_id)
    if booking.occurrence.starts_at != date.starts_at:  # staff moved it before it was locked
        raise seats.DateUnavailable("This date has just moved. Choose again.", product=was.event.public_id)
    mark_moved(line)
    record(
        "booking moved",
        booking,
        by=by,
        before={"bookingDate": format_utc(was.starts_at)},
        after={"bookingDate": format_utc(date.starts_at)},
        reason=reason,
        order=order.public_id,
    )
    mails.booking_moved(booking, was=was, by=by)
