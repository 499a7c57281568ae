"""Look up, create, cancel and move single bookings: for the browser after payment, and for staff."""

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from bookings import mails
from bookings.models import NO_REASON, Booking
from bookings.selectors.inside import Inside, get_inside
from bookings.services import seats
from bookings.services.seat_links import revoke_surplus_links
from changes.models import Entitlement
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import BadRequest, DomainError, Missing
from events.datetimes import format_utc, parse_datetime
from events.models import Event
from events.selectors import find_date_by_text
from orders.models import Order, OrderLine
from orders.services.cancel_order import cancel_order, expire_order
from orders.services.locks import NotHeld, lock_order
from payments.models import Refund
from payments.selectors.order_money import get_net_amount
from payments.services.refunds.record_refund import release_left_seats
from payments.services.refunds.refund_order import refuse_cash

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
def book_by_hand(*, product: str, booking_date: str, count: int, by: User, reason: str = NO_REASON) -> Booking:
    """Book seats without an order, such as for guests of the house. They count toward the capacity."""
    if not by.is_staff:
        raise BadRequest("Name the order that this booking is part of.", code="no_order")
    event = Event.objects.filter(public_id=product).first()
    date = find_date_by_text(event.occurrences.all(), booking_date) if event else None
    if date is None:
        raise seats.DateUnavailable("This event isn't scheduled for that date.", product=product)
    dates = seats.lock_dates([date.pk])
    if dates and dates[date.pk].starts_at != date.starts_at:
        raise seats.DateUnavailable("This date has just moved. Choose again.", product=product)
    by_hand = Booking.Kind.BY_HAND
    held = seats.hold_seats(wanted={date.pk: count}, until=None, by=by, dates=dates, kind=by_hand, reason=reason)
    (booking,) = held
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
        refuse_cash(order)
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


# --- Moving a paid booking to another date of its event. No money is moved -------------------------------------------


def preview_move(*, order_id: int, booking: str) -> Inside:
    """Return who came in with the booking's passes. Raise Missing for a booking of another order."""
    return get_inside(get_line(order_id, booking).booking_id)


def get_line(order_id: int, booking: str) -> OrderLine:
    """Return the line of this booking, with its date and event. Raise Missing for a booking of another order."""
    lines = OrderLine.objects.select_related("booking__occurrence__event")
    line = lines.filter(order=order_id, booking__public_id=booking).first()
    if line is None:
        raise Missing("This order has no such booking.")
    return line


@in_one_transaction
def move_booking(*, order_id: int, booking: str, to: str, reason: str, by: User) -> None:
    """Move one of the order's bookings, given by its public ID, as agreed with the buyer.

    `to` is a datetime, or a day with a single date. Raise Missing for a booking of another order, NotHeld if the order
    isn't paid, and DateUnavailable or SoldOut for the new date.
    """
    order = lock_order(order_id)
    if order.status not in Order.SOLD:
        raise NotHeld("Only the bookings of a paid order can move to another date.", status=order.status)
    move_line(order, get_line(order_id, booking), to=to, reason=reason, by=by)


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
    audit.record(
        "booking moved",
        booking,
        by=by,
        before={"bookingDate": format_utc(was.starts_at)},
        after={"bookingDate": format_utc(date.starts_at)},
        reason=reason,
        order=order.public_id,
    )
    mails.booking_moved(booking, was=was, by=by)


def mark_moved(line: OrderLine) -> None:
    """Store the outcome of the choice of a booking that moved to another date, by its buyer or by staff.

    Even if its refund failed. The email about that tells everybody when their seats are now.
    """
    outcome = Entitlement.Outcome
    line.entitlements.filter(needs_notice=True).update(needs_notice=False)
    is_open = Q(outcome__in=[outcome.UNDECIDED, outcome.FAILED]) | Q(refund__status=Refund.Status.FAILED)
    line.entitlements.filter(is_open).update(outcome=outcome.MOVED, settled_at=timezone.now())
