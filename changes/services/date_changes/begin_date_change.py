"""Cancel or move one date of an event.

One transaction cancels or moves the date, ends its holds and its waiting list, and lets the buyer of each line choose.
`process_date_changes` then tells the buyers and settles what they don't choose, in small steps.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TypeVar

from django.utils import timezone

from accounts.models import User
from bookings import guest_mails
from bookings.deadlines import DEFAULT_ANSWER_HOURS, end_on_full_hour
from bookings.models import ACTIVE, Booking, WaitingEntry
from bookings.selectors.events import has_room, list_dates_by_event
from bookings.services import events as event_services
from bookings.services import offers, seat_links, seats
from bookings.services.event_dates import list_unused, move_date, refuse_clash
from changes.models import DateChange, Entitlement
from changes.services.date_changes.affected import Affected, list_sold_lines, list_staff_bookings, read_affected
from changes.services.date_changes.date_mails import email_staff_bookings, email_unpaid, email_waiting_list
from charityshop import audit
from charityshop.api.idempotency import RequestKey, get_earlier_result, store_result
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.digests import make_digest, refuse_other_digest
from charityshop.exceptions import DomainError, NotPossible
from events.formatting import format_day
from events.journal import Cause, Kind, Source
from events.models import Occurrence
from events.recurrence import Span
from events.selectors import is_at
from orders.models import Order, OrderLine
from orders.services.cancel_order import cancel_order, expire_order
from orders.services.locks import lock_orders
from payments.models import Refund

PREVIEW_CHANGED = "Whom this concerns has changed since you looked. Look at it again, then confirm."
MAX_ATTEMPTS = 5  # to lock a date that keeps being booked
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Terms:
    """What staff tell everybody about a change of dates."""

    reason: str = ""
    answer_hours: int = DEFAULT_ANSWER_HOURS  # 0: nobody chooses


@dataclass(frozen=True, slots=True)
class DateChangeRequest:
    """What staff want. `to` is the new start of a date to move."""

    when: date | datetime  # the date's start, or its day
    kind: str  # one of DateChange.Kind
    reason: str = ""
    to: datetime | None = None
    answer_hours: int = DEFAULT_ANSWER_HOURS


def begin_date_change(
    *,
    event_id: int,
    change_request: DateChangeRequest,
    digest: str | None = None,
    request_key: RequestKey | None = None,
    by: User,
) -> DateChange:
    """Change the date, and let `upkeep` do the rest. A repeated request key returns the existing change.

    `digest` is that of the preview: raise Changed if it says something else now. Raise DateUnavailable, NotPossible or
    DomainError (`payment_in_progress`, `change_running`), too, without changing anything.
    """
    return retry_after_new_orders(
        lambda: begin_in_transaction(
            event_id=event_id, change_request=change_request, digest=digest, request_key=request_key, by=by
        )
    )


@in_one_transaction
def begin_in_transaction(
    *, event_id: int, change_request: DateChangeRequest, digest: str | None, request_key: RequestKey | None, by: User
) -> DateChange:
    """Raise NewOrderFound if an order was placed before the date was locked."""
    lock_rows(User.objects.filter(pk=by.pk))
    if earlier := get_earlier_result(request_key, owner_id=by.pk):
        return DateChange.objects.get(public_id=earlier[0])
    occurrence, orders = lock_date(event_id, change_request.when)
    if digest is not None:
        preview = preview_date_change(event_id=event_id, change_request=change_request)
        refuse_other_digest(digest, preview.digest, PREVIEW_CHANGED)
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
    sold = list_sold_lines([change.occurrence_id])
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
    cause = Cause(Source.DIALOG, by, reason, change.answer_until)
    release_allotments(occurrence)
    if span:
        move_date(occurrence, span, cause)
    else:
        event_services.cancel_or_restore(occurrence, Kind.CANCELED, cause)
        # Immediately: their seats may be returned before the buyers are told.
        guest_mails.date_canceled(occurrence, reason=reason)
        if not change.answer_until:  # otherwise the seats may move to another date with their guests
            seat_links.end_links_of_date(occurrence)
    by_hand = list_staff_bookings([occurrence.pk])
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
    if not occurrence.takes_place:  # perhaps in the former place of a date that moved
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


def store_finished_change(
    occurrence: Occurrence, *, to: datetime | None = None, reason: str = "", by: User
) -> DateChange:
    """Store a change without buyers who choose, for the emails about it."""
    kind = DateChange.Kind.MOVE if to else DateChange.Kind.CANCEL
    request = DateChangeRequest(when=occurrence.starts_at, kind=kind, reason=reason, to=to, answer_hours=0)
    change = build_change(occurrence, request, timezone.now(), by)
    change.status = DateChange.Status.DONE
    change.save(force_insert=True)
    return change


def tell_waiting_list(occurrence: Occurrence, *, to: datetime | None = None, reason: str = "", by: User) -> None:
    """Tell everybody on the waiting list of a date that it ends. Call it before that.

    An unbooked date is canceled, with all offers. One that moves so that it starts soon keeps them.
    """
    entries = WaitingEntry.objects.live().filter(occurrence=occurrence)
    offered = entries.filter(status=WaitingEntry.Status.OFFERED) if to else entries.none()
    besides = set(offered.values_list("user", flat=True))
    if entries.exclude(user__in=besides).exists():
        email_waiting_list(store_finished_change(occurrence, to=to, reason=reason, by=by), besides=besides)


def get_answer_until(change_request: DateChangeRequest, now: datetime) -> datetime | None:
    """Return when the choice ends; for a date that moves, before it starts."""
    if not change_request.answer_hours:
        return None
    start = change_request.to if change_request.kind == DateChange.Kind.MOVE else None
    return end_on_full_hour(now + timedelta(hours=change_request.answer_hours), start=start)


def list_other_lines(occurrence: Occurrence, sold: Iterable[OrderLine]) -> list[OrderLine]:
    """Return the other lines with seats on this date: those are being returned, or their money was taken back."""
    lines = OrderLine.objects.filter(booking__occurrence=occurrence, booking__status=Booking.Status.CONFIRMED)
    return list(lines.exclude(pk__in=[line.pk for line in sold]).order_by("pk"))


# --- A locked date with its orders, and the seats that nobody has paid for -------------------------------------------


class NewOrderFound(Exception):
    """An order for this date was placed, or the date moved, before the date was locked."""


def retry_after_new_orders(work: Callable[[], Result]) -> Result:
    """Run the work in a new transaction while `lock_date_orders` finds orders that it could not lock first."""
    for _ in range(MAX_ATTEMPTS):
        try:
            return work()
        except NewOrderFound:
            continue
    raise NotPossible("This date keeps being booked. Try again, or hide the event first.", code="busy")


def lock_date_orders(*, event_id: int, when: date | datetime) -> tuple[Occurrence, list[Order]]:
    """Lock an upcoming date and all of its orders, in that transaction's order: first the orders.

    Raise DomainError (`payment_in_progress`) while one of them is capturing or in review, NotPossible for a past or
    unknown date, and NewOrderFound if an order was placed before the date was locked.
    """
    date_id = event_services.get_date_to_change(event_id, when).pk
    orders = lock_orders(list_order_ids(date_id))
    # Lock all dates of these orders, since canceling a held order releases the seats of all its dates.
    others = Booking.objects.filter(order_line__order__in=orders).values_list("occurrence_id", flat=True)
    seats.lock_dates({date_id, *others})
    if event_services.get_date_to_change(event_id, when).pk != date_id:
        raise NewOrderFound  # another date is meant now, which would be locked out of order
    occurrence = event_services.lock_date(event_id, when)
    if not list_order_ids(occurrence.pk) <= {order.pk for order in orders}:
        raise NewOrderFound
    refuse_undecided(orders, occurrence)
    return occurrence, orders


def list_order_ids(date_id: int) -> set[int]:
    booked = Order.objects.filter(lines__booking__occurrence=date_id, lines__booking__status__in=ACTIVE)
    return set(booked.values_list("pk", flat=True))


def refuse_undecided(orders: Iterable[Order], occurrence: Occurrence) -> None:
    """Raise DomainError, which names the orders, if any of them is capturing or in review."""
    if undecided := [order for order in orders if order.status in Order.UNDECIDED]:
        day, numbers = format_day(occurrence.starts_at), ", ".join(order.number for order in undecided)
        raise DomainError(
            f"A payment for {day} is still pending (order {numbers}). Try again when it is settled."
            if len(undecided) == 1
            else f"Payments for {day} are still pending (orders {numbers}). Try again when they are settled.",
            code="payment_in_progress",
            order=undecided[0].public_id,
            orders=[order.public_id for order in undecided],
        )


def end_unpaid_orders(orders: Sequence[Order], reason: str, by: User) -> None:
    """Cancel locked orders that are only held, as a whole, and store that others have expired."""
    now = timezone.now()
    for order in orders:
        if order.status_at(now) == Order.Status.HELD:
            cancel_order(order_id=order.pk, by=by, reason=reason)
        elif order.status_at(now) == Order.Status.EXPIRED:
            expire_order(order_id=order.pk)


def release_allotments(occurrence: Occurrence) -> None:
    """Take the seats of a changed date from the phones that sell at its door. They can ask for seats again."""
    allotted = occurrence.bookings.filter(kind=Booking.Kind.ALLOTMENT, status__in=ACTIVE)
    seats.release_seats(booking_ids=list(allotted.values_list("pk", flat=True)))


def cancel_staff_bookings(occurrence: Occurrence, reason: str, by: User) -> None:
    for booking in list_staff_bookings([occurrence.pk]):
        seats.release_seats(booking_ids=[booking.pk])
        seat_links.revoke_surplus_links(booking)  # its guests were told about the date
        before, after = {"status": booking.status}, {"status": Booking.Status.CANCELLED}
        audit.record("booking canceled", booking, by=by, before=before, after=after, reason=reason)


# --- Preview: whom a change would affect -----------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class DateChangePreview(Affected):
    has_no_other_date: bool  # of the event, with enough seats for one of the buyers

    @property
    def digest(self) -> str:
        """Return the digest of what the page shows before staff confirm."""
        return make_digest(*self.numbers, self.has_no_other_date)


def preview_date_change(*, event_id: int, change_request: DateChangeRequest) -> DateChangePreview:
    """Raise what `begin_date_change` would raise now."""
    now = timezone.now()
    occurrence = get_date(event_id, change_request)
    refuse_unchangeable(occurrence)
    refuse_undecided(Order.objects.filter(pk__in=list_order_ids(occurrence.pk)), occurrence)
    if span := get_new_span(occurrence, change_request, now):
        refuse_clash(occurrence, span, besides=list_unused(occurrence.event_id, span.starts_at))
    affected = read_affected([occurrence.pk])[occurrence.pk]
    dates = list_dates_by_event([occurrence.event_id], now)[occurrence.event_id]
    has_other_date = any(has_room(dates, line.booking) for line in affected.lines)
    return DateChangePreview(**vars(affected), has_no_other_date=not has_other_date)


def get_date(event_id: int, change_request: DateChangeRequest) -> Occurrence:
    try:
        return event_services.get_date_to_change(event_id, change_request.when)
    except NotPossible:
        refuse_running(event_id, change_request.when)
        raise
