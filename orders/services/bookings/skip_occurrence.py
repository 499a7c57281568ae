"""Skip a booked occurrence and refund everyone who paid for it.

One transaction stores the refunds with their idempotency keys, ends holds and skips the occurrence, so that no more
seats are sold. The refunds are sent to PayPal after the commit. If the process crashes in between, `upkeep` or a
repeated call sends them.
"""

from datetime import date, datetime

from django.utils import timezone

from accounts.models import User
from bookings import mails
from bookings.formatting import format_day
from bookings.models import Booking
from bookings.services import events as event_services
from bookings.services import offers, seat_links, seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError, NotPossible
from events.models import Occurrence
from orders.models import Order, Refund
from orders.services.locks import lock_orders
from orders.services.order_money import count_open_seats, list_lines
from orders.services.orders.cancel_order import cancel_order, expire_order
from orders.services.refunds.record_refund import REFUNDABLE
from orders.services.refunds.refund_order import request_refund
from orders.services.refunds.send_refund import push_refunds

MAX_ATTEMPTS = 5
UNDECIDED = (Order.Status.CAPTURING, Order.Status.REVIEW)
BOOKED = (Booking.Status.PENDING, Booking.Status.CONFIRMED)


class PaymentInProgress(DomainError):
    """A payment for this date is still in progress. Nothing is changed."""

    code = "payment_in_progress"


class NewOrderFound(Exception):
    """An order for this date was placed before the date was locked."""


def skip_occurrence(*, event_id: int, when: date | datetime, reason: str, by: User) -> Occurrence:
    """Skip an upcoming date, refund its paid bookings and end its holds.

    Raise PaymentInProgress while one of its orders is capturing or in review, and NotPossible for a past or unknown
    date, without changing anything. Safe to repeat: unfinished refunds are then sent again.
    """
    for _ in range(MAX_ATTEMPTS):
        try:
            occurrence = skip_in_transaction(event_id=event_id, when=when, reason=reason, by=by)
        except NewOrderFound:
            continue
        push_occurrence_refunds(occurrence)
        return occurrence
    raise NotPossible("This date keeps being booked. Try again, or archive the event first.", code="busy")


@in_one_transaction
def skip_in_transaction(*, event_id: int, when: date | datetime, reason: str, by: User) -> Occurrence:
    """Skip the date in the database. Raise SomebodyBooked if an order was placed before the date was locked."""
    date_id = event_services.get_date_to_change(event_id, when).pk
    orders = lock_orders(list_order_ids(date_id))
    # Lock all dates of these orders, since cancelling a held order releases the seats of all its dates.
    others = Booking.objects.filter(order_line__order__in=orders).values_list("occurrence_id", flat=True)
    seats.lock_dates({date_id, *others})
    occurrence = event_services.lock_date(event_id, when)
    if not list_order_ids(occurrence.pk) <= {order.pk for order in orders}:
        raise NewOrderFound
    for order in orders:
        refuse_if_undecided(order, occurrence)
    if occurrence.status == Occurrence.Status.SCHEDULED:  # email once, while the bookings can still be listed
        mails.date_cancelled(occurrence, reason=reason, now=timezone.now())
        seat_links.end_links_of_date(occurrence)
    offers.end_lines(occurrence_ids=[occurrence.pk])  # first, so that canceled orders don't restore their offers
    for order in orders:
        refund_or_cancel(order, occurrence, reason, by)
    cancel_staff_bookings(occurrence, reason, by)
    return event_services.set_status(occurrence, Occurrence.Status.SKIPPED, by, reason)


def list_order_ids(date_id: int) -> set[int]:
    booked = Order.objects.filter(lines__booking__occurrence=date_id, lines__booking__status__in=BOOKED)
    return set(booked.values_list("pk", flat=True))


def refuse_if_undecided(order: Order, occurrence: Occurrence) -> None:
    if order.status in UNDECIDED:
        raise PaymentInProgress(
            f"A payment for {format_day(occurrence.starts_at)} is still pending (order {order.shown_number}). "
            "Try again when it is settled.",
            order=order.public_id,
            status=order.status,
        )


def refund_or_cancel(order: Order, occurrence: Occurrence, reason: str, by: User) -> None:
    """Refund the order's bookings of this date, or cancel the whole order if it is only held."""
    status = order.status_at(timezone.now())
    if status == Order.Status.HELD:
        cancel_order(order_id=order.pk, by=by, reason=reason)
    elif status == Order.Status.EXPIRED:
        expire_order(order_id=order.pk)
    elif status in REFUNDABLE:
        left = count_open_seats(order)
        booked = [line.booking for line in list_lines(order) if left[line.pk] and is_on(line.booking, occurrence)]
        if booked:
            request_refund(order_id=order.pk, reason=reason, lines=[booking.public_id for booking in booked], by=by)


def is_on(booking: Booking, occurrence: Occurrence) -> bool:
    return booking.occurrence_id == occurrence.pk and booking.status in BOOKED


def cancel_staff_bookings(occurrence: Occurrence, reason: str, by: User) -> None:
    """Cancel bookings made by staff without an order."""
    by_hand = occurrence.bookings.filter(kind=Booking.Kind.BY_HAND, status__in=BOOKED)
    for booking in by_hand:
        seats.release_seats(booking_ids=[booking.pk])
        before, after = {"status": booking.status}, {"status": Booking.Status.CANCELLED}
        audit.record("booking cancelled", booking, by=by, before=before, after=after, reason=reason)


def push_occurrence_refunds(occurrence: Occurrence) -> None:
    """Send all requested refunds of this date to PayPal, including those of earlier attempts."""
    due = Refund.objects.filter(parts__line__booking__occurrence=occurrence, status=Refund.Status.REQUESTED).distinct()
    push_refunds(list(due.order_by("pk").values_list("pk", flat=True)))
