"""Cancel or move one date of an event.

One transaction cancels or moves the date, ends its holds and its waiting list, and lets the buyer of each line choose.
`process_date_changes` then tells the buyers and settles what they don't choose, in small steps.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from bookings import guest_mails
from bookings.deadlines import end_on_full_hour
from bookings.formatting import format_day
from bookings.models import Booking
from bookings.services import events as event_services
from bookings.services import offers, seat_links, seats
from bookings.services.event_dates import move_date
from changes.models import DateChange, Entitlement
from changes.services.date_changes.booked_dates import (
    cancel_staff_bookings,
    end_unpaid_orders,
    list_staff_bookings,
    lock_date_orders,
    release_allotments,
    retry_after_new_orders,
)
from changes.services.date_changes.date_mails import email_staff_bookings, email_unpaid
from charityshop.api.idempotency import RequestKey, get_earlier_result, store_result
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.exceptions import DomainError, NotPossible
from events.models import Occurrence
from events.recurrence import Span
from events.selectors import is_at
from orders.models import Order, OrderLine
from payments.models import Refund

MAX_ANSWER_HOURS, DEFAULT_ANSWER_HOURS = 168, 72


@dataclass(frozen=True, slots=True)
class DateChangeRequest:
    """What staff want. `to` is the new start of a date to move."""

    when: date | datetime  # the date's start, or its day
    kind: str  # one of DateChange.Kind
    reason: str = ""
    to: datetime | None = None
    answer_hours: int = DEFAULT_ANSWER_HOURS


def begin_date_change(
    *, event_id: int, change_request: DateChangeRequest, request_key: RequestKey | None = None, by: User
) -> DateChange:
    """Change the date, and let `upkeep` do the rest. A repeated request key returns the existing change.

    Raise DateUnavailable, NotPossible or DomainError (`payment_in_progress`, `change_running`) without changing
    anything.
    """
    return retry_after_new_orders(
        lambda: begin_in_transaction(event_id=event_id, change_request=change_request, request_key=request_key, by=by)
    )


@in_one_transaction
def begin_in_transaction(
    *, event_id: int, change_request: DateChangeRequest, request_key: RequestKey | None, by: User
) -> DateChange:
    """Raise NewOrderFound if an order was placed before the date was locked."""
    lock_rows(User.objects.filter(pk=by.pk))
    if earlier := get_earlier_result(request_key, owner_id=by.pk):
        return DateChange.objects.get(public_id=earlier[0])
    occurrence, orders = lock_date(event_id, change_request.when)
    change = change_locked_date(occurrence, orders, change_request, by)
    store_result(request_key, owner_id=by.pk, result=[change.public_id])
    return change


def change_locked_date(
    occurrence: Occurrence, orders: Sequence[Order], change_request: DateChangeRequest, by: User
) -> DateChange:
    """Change a date that is locked with its orders."""
    now = timezone.now()
    span = get_new_span(occurrence, change_request, now)
    change = build_change(occurrence, change_request, now, by)
    release_unpaid(change, orders, now)
    create_rows(change, orders, now)
    change_date(change, span)
    return change


def release_unpaid(change: DateChange, orders: Sequence[Order], now: datetime) -> None:
    """End the date's holds and its waiting list, and tell everybody affected."""
    email_unpaid(change, [order for order in orders if order.status_at(now) == Order.Status.HELD])
    offers.end_lines(occurrence_ids=[change.occurrence_id])  # first, so that canceled orders don't restore their offers
    end_unpaid_orders(orders, change.reason, change.by)


def create_rows(change: DateChange, orders: Sequence[Order], now: datetime) -> None:
    """Store the change, with a choice for the buyer of each line. Without any, the change is done.

    Lines whose seats are being returned, or whose money is gone, have no choice. Their buyers are told as long as they
    have seats: a refund may fail.
    """
    sold = list_sold_lines(change.occurrence, orders)
    others = list_other_lines(change.occurrence, sold)
    change.status = DateChange.Status.RUNNING if sold or others else DateChange.Status.DONE
    change.save(force_insert=True)
    until = change.answer_until or now
    Entitlement.objects.bulk_create(Entitlement(date_change=change, line=line, until=until) for line in sold)
    for line in others:
        part = line.parts.filter(refund__status__in=Refund.UNDECIDED).last()
        Entitlement.objects.create(
            date_change=change,
            line=line,
            until=now,
            outcome=Entitlement.Outcome.REFUNDED,
            settled_at=now,
            refund_id=part.refund_id if part else None,
        )


def change_date(change: DateChange, span: Span | None) -> None:
    """Move or cancel the date, with the bookings that staff made by hand, and without seats kept for its door."""
    occurrence, reason, by = change.occurrence, change.reason, change.by
    release_allotments(occurrence)
    if span:
        move_date(occurrence, span, reason=reason, by=by)
    else:
        event_services.set_status(occurrence, Occurrence.Status.CANCELED, by, reason)
        # Immediately: their seats may be returned before the buyers are told.
        guest_mails.date_canceled(occurrence, reason=reason)
        if not change.answer_until:  # otherwise the seats may move to another date with their guests
            seat_links.end_links_of_date(occurrence)
    by_hand = list_staff_bookings(occurrence)
    change.by_hand.set(by_hand)
    email_staff_bookings(change, by_hand)
    if not span:
        cancel_staff_bookings(occurrence, reason, by)


def lock_date(event_id: int, when: date | datetime) -> tuple[Occurrence, list[Order]]:
    """Lock the date and its orders. Raise DomainError (`change_running`) even if such a change moved it away."""
    try:
        occurrence, orders = lock_date_orders(event_id=event_id, when=when)
    except NotPossible:
        refuse_running(event_id, when)
        raise
    refuse_unchangeable(occurrence)
    return occurrence, orders


def refuse_running(event_id: int, when: date | datetime) -> None:
    """Raise DomainError if a running change moved the date away from this start."""
    for change in DateChange.objects.filter(occurrence__event=event_id, status=DateChange.Status.RUNNING):
        if is_at(change.starts_at, when):
            raise build_change_running(change)


def refuse_unchangeable(occurrence: Occurrence) -> None:
    """Raise DomainError (`change_running`), or DateUnavailable for a date that has passed or is canceled."""
    running = DateChange.objects.filter(occurrence=occurrence, status=DateChange.Status.RUNNING).first()
    if running:
        raise build_change_running(running)
    if occurrence.status != Occurrence.Status.SCHEDULED:  # perhaps in the former place of a date that moved
        refuse_running(occurrence.event_id, occurrence.starts_at)
    seats.refuse_unless_ahead({occurrence.pk: occurrence}, timezone.now())


def build_change_running(change: DateChange) -> DomainError:
    return DomainError(
        f"Another change of {format_day(change.starts_at)} is running. Wait until all buyers have answered.",
        code="change_running",
        dateChange=change.public_id,
    )


def get_new_span(occurrence: Occurrence, change_request: DateChangeRequest, now: datetime) -> Span | None:
    """Return when the date takes place instead, or None if it doesn't."""
    if change_request.kind != DateChange.Kind.MOVE or change_request.to is None:
        return None
    if change_request.to <= now or change_request.to == occurrence.starts_at:
        raise seats.DateUnavailable("Choose another time in the future.")
    return Span(change_request.to, change_request.to + (occurrence.ends_at - occurrence.starts_at))


def build_change(occurrence: Occurrence, change_request: DateChangeRequest, now: datetime, by: User) -> DateChange:
    return DateChange(
        occurrence=occurrence,
        kind=change_request.kind,
        starts_at=occurrence.starts_at,
        ends_at=occurrence.ends_at,
        to=change_request.to if change_request.kind == DateChange.Kind.MOVE else None,
        reason=change_request.reason,
        answer_until=get_answer_until(change_request, now),
        by=by,
        created_at=now,
    )


def get_answer_until(change_request: DateChangeRequest, now: datetime) -> datetime | None:
    """Return when the choice ends; for a date that moves, before it starts."""
    if not change_request.answer_hours:
        return None
    start = change_request.to if change_request.kind == DateChange.Kind.MOVE else None
    return end_on_full_hour(now + timedelta(hours=change_request.answer_hours), start=start)


def list_sold_lines(occurrence: Occurrence, orders: Iterable[Order]) -> list[OrderLine]:
    """Return the lines of paid orders with seats on this date that are not being returned already."""
    paid = [order.pk for order in orders if order.status in Order.SOLD]
    lines = OrderLine.objects.select_related("booking").filter(
        order__in=paid,
        booking__occurrence=occurrence,
        booking__status=Booking.Status.CONFIRMED,
        booking__seats__gt=F("booking__returning"),
    )
    return list(lines.order_by("pk"))


def list_other_lines(occurrence: Occurrence, sold: Iterable[OrderLine]) -> list[OrderLine]:
    """Return the other lines with seats on this date: those are being returned, or their money was taken back."""
    lines = OrderLine.objects.filter(booking__occurrence=occurrence, booking__status=Booking.Status.CONFIRMED)
    return list(lines.exclude(pk__in=[line.pk for line in sold]).order_by("pk"))
