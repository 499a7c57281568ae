"""Bookings one by one: the call that a browser makes after paying, and what staff do by hand."""

from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.services import seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, DomainError, Missing
from events.datetimes import read_moment
from events.models import Event
from events.selectors.occurrences import date_named
from orders.models import Order, OrderLine
from orders.services.locks import NotHeld, lock_order
from orders.services.order_money import completed_kept
from orders.services.orders.cancel_order import cancel_order, expire_order

GONE = (Order.Status.CANCELLED, Order.Status.EXPIRED)


def booking_of_order(*, order: Order, product: str, booking_date: str) -> Booking:
    """The booking that the order already made for this night and date. Makes no seats that the order does not have.

    Raises NotHeld for an order that was cancelled or ran out, DateUnavailable for a date that is not in it.
    """
    status = order.status_at(timezone.now())
    if status in GONE:
        raise NotHeld("This order ended without a payment, so it has no bookings.", status=status)
    event = Event.objects.filter(public_id=product).first()
    line = event and (line_now_on(order, event, booking_date) or line_sold_for(order, event, booking_date))
    if not line:
        raise seats.DateUnavailable("This order has no booking for that night on that date.", product=product)
    return line.booking


def line_now_on(order: Order, event: Event, booking_date: str) -> OrderLine | None:
    date = date_named(event.occurrences.all(), booking_date)
    return order.lines.filter(booking__occurrence=date).first() if date else None


def line_sold_for(order: Order, event: Event, booking_date: str) -> OrderLine | None:
    """The date was moved after the order was placed; a browser still asks for the one it bought."""
    try:
        sold_for = read_moment(booking_date)
    except ValueError:
        return None
    return order.lines.filter(product=event.public_id, starts_at=sold_for).first()


@in_one_transaction
def book_by_hand(*, product: str, booking_date: str, count: int, by: User) -> Booking:
    """Seats without an order, for guests of the house; counted like any other."""
    if not by.is_staff:
        raise BadRequest("Name the order that this booking is part of.", code="no_order")
    event = Event.objects.filter(public_id=product).first()
    date = date_named(event.occurrences.all(), booking_date) if event else None
    if date is None:
        raise seats.DateUnavailable("That night does not take place on that date.", product=product)
    (booking,) = seats.hold_seats(wanted={date.pk: count}, until=None, by=by)
    seats.confirm_seats(booking_ids=[booking.pk])
    booking.refresh_from_db()
    after = {"status": booking.status, "seats": booking.seats}
    audit.record("booked by hand", booking, by=by, after=after, action=audit.CREATED, date=date.starts_at)
    return booking


@in_one_transaction
def cancel_booking(*, booking_id: int, by: User) -> Booking:
    """Take a booking back where no money hangs on it. A held order is cancelled as a whole."""
    before = {"status": Booking.objects.get(pk=booking_id).status}
    line = OrderLine.objects.filter(booking=booking_id).first()
    if line:
        take_out_of_order(line, by)
    else:
        seats.release_seats(booking_ids=[booking_id])
    booking = Booking.objects.get(pk=booking_id)
    audit.record("booking cancelled", booking, by=by, before=before, after={"status": booking.status})
    return booking


def take_out_of_order(line: OrderLine, by: User) -> None:
    order = lock_order(line.order_id)
    status = order.status_at(timezone.now())
    if status == Order.Status.HELD:
        cancel_order(order_id=order.pk, by=by)
    elif status in Order.SETTLED and not completed_kept(order):
        seats.release_seats(booking_ids=[line.booking_id])
    elif status == Order.Status.EXPIRED:
        expire_order(order_id=order.pk)
    elif status not in GONE:
        raise DomainError(
            f"This booking is paid. Refund it with POST /api/orders/{order.public_id}/refund.", code="refund_instead"
        )


def change_booking(*, booking_id: int, status: str, by: User) -> Booking:
    """The one change a booking takes is to `cancelled`; asking for the status it has changes nothing."""
    booking = Booking.objects.filter(pk=booking_id).first()
    if booking is None:
        raise Missing("There is no such booking.")
    if booking.status == status:
        return booking
    if status != Booking.Status.CANCELLED or booking.status == Booking.Status.REFUNDED:
        raise DomainError("A booking can only be cancelled; its other states follow its order.", code="follows_order")
    return cancel_booking(booking_id=booking_id, by=by)
