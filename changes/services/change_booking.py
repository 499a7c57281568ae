"""Look up, create and cancel single bookings: for the browser after payment, and for staff."""

from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.services import seats
from bookings.services.seat_links import revoke_surplus_links
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, DomainError, Missing
from events.datetimes import parse_datetime
from events.models import Event
from events.selectors import find_date_by_text
from orders.models import Order, OrderLine
from orders.services.cancel_order import cancel_order, expire_order
from orders.services.locks import NotHeld, lock_order
from payments.selectors.order_money import get_net_amount
from payments.services.refunds.refund_order import refuse_cash
from payments.services.refunds.returned_seats import release_left_seats

GONE = (Order.Status.CANCELLED, Order.Status.EXPIRED)


def get_order_booking(*, order: Order, product: str, booking_date: str) -> Booking:
    """Return the order's existing booking for this event and date. Never create one.

    Raise NotHeld for a canceled or expired order, and DateUnavailable if the order has no such booking.
    """
    status = order.status_at(timezone.now())
    if status in GONE:
        raise NotHeld("This order ended without a payment, so it has no bookings.", status=status)
    event = Event.objects.filter(public_id=product).first()
    line = event and (find_line_by_date(order, event, booking_date) or find_sold_line(order, event, booking_date))
    if not line:
        raise seats.DateUnavailable("This order has no booking for this event on that date.", product=product)
    return line.booking


def find_line_by_date(order: Order, event: Event, booking_date: str) -> OrderLine | None:
    date = find_date_by_text(event.occurrences.all(), booking_date)
    return order.lines.filter(booking__occurrence=date).first() if date else None


def find_sold_line(order: Order, event: Event, booking_date: str) -> OrderLine | None:
    """Return the line sold for this date, for browsers that don't know yet that the date has moved."""
    try:
        sold_for = parse_datetime(booking_date)
    except ValueError:
        return None
    return order.lines.filter(product=event.public_id, starts_at=sold_for).first()


@in_one_transaction
def book_by_hand(*, product: str, booking_date: str, count: int, by: User) -> Booking:
    """Book seats without an order, for guests of the club. They count toward the capacity."""
    if not by.is_staff:
        raise BadRequest("Name the order that this booking is part of.", code="no_order")
    event = Event.objects.filter(public_id=product).first()
    date = find_date_by_text(event.occurrences.all(), booking_date) if event else None
    if date is None:
        raise seats.DateUnavailable("This event isn't scheduled for that date.", product=product)
    dates = seats.lock_dates([date.pk])
    if dates and dates[date.pk].starts_at != date.starts_at:
        raise seats.DateUnavailable("This date has just moved. Choose again.", product=product)
    (booking,) = seats.hold_seats(wanted={date.pk: count}, until=None, by=by, dates=dates, kind=Booking.Kind.BY_HAND)
    seats.confirm_seats(booking_ids=[booking.pk])
    booking.refresh_from_db()
    after = {"status": booking.status, "seats": booking.seats}
    audit.record("booked by hand", booking, by=by, after=after, action=audit.CREATED, date=date.starts_at)
    return booking


@in_one_transaction
def cancel_booking(*, booking_id: int, by: User) -> Booking:
    """Cancel an unpaid booking. If it belongs to a held order, cancel the whole order."""
    before = {"status": Booking.objects.get(pk=booking_id).status}
    line = OrderLine.objects.filter(booking=booking_id).first()
    if line:
        remove_from_order(line, by)
    else:
        seats.release_seats(booking_ids=[booking_id])
    booking = Booking.objects.get(pk=booking_id)
    revoke_surplus_links(booking)  # its guests no longer have seats
    audit.record("booking canceled", booking, by=by, before=before, after={"status": booking.status})
    return booking


def remove_from_order(line: OrderLine, by: User) -> None:
    order = lock_order(line.order_id)
    status = order.status_at(timezone.now())
    if status == Order.Status.HELD:
        cancel_order(order_id=order.pk, by=by)
    elif status in Order.SOLD and get_net_amount(order) <= 0:
        release_left_seats(order, lines=[line], by=by)
    elif status == Order.Status.EXPIRED:
        expire_order(order_id=order.pk)
    elif status not in GONE:
        refuse_cash(order_id=order.pk)
        raise DomainError(
            f"This booking is paid. Refund it with POST /api/orders/{order.public_id}/refund.", code="refund_instead"
        )


def change_booking(*, booking_id: int, status: str, by: User) -> Booking:
    """Set a booking's status, which may only change to `cancelled`. Ignore its current status."""
    booking = Booking.objects.filter(pk=booking_id).first()
    if booking is None:
        raise Missing("Booking not found.")
    if booking.status == status:
        return booking
    if status != Booking.Status.CANCELLED or booking.status == Booking.Status.REFUNDED:
        raise DomainError("A booking can only be canceled; its other states follow its order.", code="follows_order")
    return cancel_booking(booking_id=booking_id, by=by)
