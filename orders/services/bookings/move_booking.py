"""Move a paid booking to another date of the same event, as agreed with the buyer. No money is moved."""

from django.utils import timezone

from accounts.models import User
from bookings import mails
from bookings.models import Booking
from bookings.services import seats
from charityshop.audit import record
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, Missing
from events.datetimes import format_utc
from events.selectors.occurrences import find_date_by_text
from orders.models import Order, OrderLine
from orders.services.locks import NotHeld, lock_order

MOVABLE = (Order.Status.PAID, Order.Status.PARTLY_REFUNDED)


@in_one_transaction
def move_booking(*, line_id: int, to: str, reason: str, by: User) -> Booking:
    """Move a line's seats to another upcoming date of its event. The line itself still shows what was sold.

    `to` is a datetime, or a day with a single date. Raise NotHeld if the order isn't paid, DateUnavailable or SoldOut
    for the new date, and BadRequest if it isn't another date of the same event.
    """
    line = OrderLine.objects.filter(pk=line_id).first()
    if line is None:
        raise Missing("Booking not found.")
    order = lock_order(line.order_id)
    if order.status not in MOVABLE:
        raise NotHeld("Only the bookings of a paid order can move to another date.", status=order.status)
    booking = Booking.objects.select_related("occurrence__event").get(pk=line.booking_id)
    was = booking.occurrence
    date = find_date_by_text(was.event.occurrences.all(), to)
    if date is None or date.pk == was.pk:
        raise BadRequest(f"Choose another upcoming date of {was.event.name}.", code="no_date")
    seats.move_seats(booking_id=booking.pk, to_id=date.pk)
    booking = Booking.objects.select_related("occurrence__event", "user").get(pk=booking.pk)
    record(
        "booking moved",
        booking,
        by=by,
        before={"bookingDate": format_utc(was.starts_at)},
        after={"bookingDate": format_utc(date.starts_at)},
        reason=reason,
        order=order.public_id,
    )
    mails.booking_moved(booking, was=was, now=timezone.now())
    return booking
