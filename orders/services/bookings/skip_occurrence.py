"""Skipping a date that people have booked: their money goes back, and the date is not held.

One transaction decides everything: the refunds are written down with their request keys, holds end, and the date is
skipped, so nobody can buy a seat on it any more. Only then PayPal is asked. A crash in between leaves nothing
undecided: upkeep carries out what was written down, and so does making the same call again.
"""

from datetime import date, datetime

from django.utils import timezone

from accounts.models import User
from bookings import mails
from bookings.models import Booking
from bookings.services import events as event_services
from bookings.services import seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError, NotPossible
from events.datetimes import format_day
from events.models import Occurrence
from orders.models import Order, Refund
from orders.services.locks import lock_orders
from orders.services.order_money import is_refunded, lines_of
from orders.services.orders.cancel_order import cancel_order, expire_order
from orders.services.refunds.record_refund import REFUNDABLE
from orders.services.refunds.refund_order import request_refund
from orders.services.refunds.send_refund import push_refunds

TRIES = 5
MONEY_ON_ITS_WAY = (Order.Status.CAPTURING, Order.Status.REVIEW)
BOOKED = (Booking.Status.PENDING, Booking.Status.CONFIRMED)


class PaymentOnItsWay(DomainError):
    """Somebody's payment for this date is not decided yet; nothing is changed."""

    code = "payment_in_progress"


class SomebodyBooked(Exception):
    """An order for this date came in between looking and locking."""


def snooze_with_refunds(*, event_id: int, when: date | datetime, reason: str, by: User) -> Occurrence:
    """Give everybody's money for one coming date back, end the holds on it, and skip it.

    Raises PaymentOnItsWay while an order of that date is capturing or in review, NotPossible for a date that is past
    or none; nothing is changed then. Harmless to repeat: what a crash or a refusal of PayPal's left is asked for again.
    """
    for _ in range(TRIES):
        try:
            occurrence = decide(event_id=event_id, when=when, reason=reason, by=by)
        except SomebodyBooked:
            continue
        push_refunds_of(occurrence)
        return occurrence
    raise NotPossible("Somebody keeps booking this date. Try again, or archive the event first.", code="busy")


@in_one_transaction
def decide(*, event_id: int, when: date | datetime, reason: str, by: User) -> Occurrence:
    """Everything but PayPal's part. Raises SomebodyBooked where an order came in before the date was locked."""
    date_id = event_services.date_to_change(event_id, when).pk
    orders = lock_orders(orders_on(date_id))
    # Every date these orders are on, in id order, since ending a hold gives all of its seats back.
    others = Booking.objects.filter(order_line__order__in=orders).values_list("occurrence_id", flat=True)
    seats.lock_dates({date_id, *others})
    occurrence = event_services.lock_date(event_id, when)
    if not orders_on(occurrence.pk) <= {order.pk for order in orders}:
        raise SomebodyBooked
    for order in orders:
        refuse_if_undecided(order, occurrence)
    if occurrence.status == Occurrence.Status.SCHEDULED:  # told once, and while their bookings still stand
        mails.date_cancelled(occurrence, reason=reason, now=timezone.now())
    for order in orders:
        take_back(order, occurrence, reason, by)
    cancel_made_by_hand(occurrence, reason, by)
    return event_services.set_status(occurrence, Occurrence.Status.SKIPPED, by, reason)


def orders_on(date_id: int) -> set[int]:
    booked = Order.objects.filter(lines__booking__occurrence=date_id, lines__booking__status__in=BOOKED)
    return set(booked.values_list("pk", flat=True))


def refuse_if_undecided(order: Order, occurrence: Occurrence) -> None:
    if order.status in MONEY_ON_ITS_WAY:
        raise PaymentOnItsWay(
            f"A payment for {format_day(occurrence.starts_at)} is not decided yet (order {order.public_id}). "
            "Try again when it is.",
            order=order.public_id,
            status=order.status,
        )


def take_back(order: Order, occurrence: Occurrence, reason: str, by: User) -> None:
    """What this order has of the date. Its other dates stay as they are, unless it is only held."""
    status = order.status_at(timezone.now())
    if status == Order.Status.HELD:
        cancel_order(order_id=order.pk, by=by, reason=reason)
    elif status == Order.Status.EXPIRED:
        expire_order(order_id=order.pk)
    elif status in REFUNDABLE:
        lines = [line for line in lines_of(order) if line.booking.occurrence_id == occurrence.pk]
        if unpaid := [line.booking.public_id for line in lines if not is_refunded(line) and is_booked(line.booking)]:
            request_refund(order_id=order.pk, reason=reason, lines=unpaid, amount=None, by=by)


def is_booked(booking: Booking) -> bool:
    return booking.status in BOOKED


def cancel_made_by_hand(occurrence: Occurrence, reason: str, by: User) -> None:
    """Guests of the house paid nothing; their seats are given back."""
    by_hand = occurrence.bookings.filter(order_line=None, status__in=BOOKED)
    for booking in by_hand:
        seats.release_seats(booking_ids=[booking.pk])
        before, after = {"status": booking.status}, {"status": Booking.Status.CANCELLED}
        audit.record("booking cancelled", booking, by=by, before=before, after=after, reason=reason)


def push_refunds_of(occurrence: Occurrence) -> None:
    """Ask PayPal for every refund of this date that is written down and not done, also one of an earlier try."""
    due = Refund.objects.filter(lines__booking__occurrence=occurrence, status=Refund.Status.REQUESTED).distinct()
    push_refunds(list(due.order_by("pk").values_list("pk", flat=True)))
