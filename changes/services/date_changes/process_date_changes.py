"""Tell buyers about changed dates, and settle what they did not choose in time. `upkeep` calls this.

Each line is handled in a separate transaction, so a run that is killed goes on where it stopped. The request that
cancels a date and refunds it immediately does both itself, as far as it gets in 20 seconds.
"""

import logging
import time
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import cast

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from bookings import guest_mails
from bookings.models import Booking
from bookings.services import events as event_services
from bookings.services import seat_links
from bookings.services.event_dates import refuse_clash
from changes.models import Entitlement
from changes.selectors.date_changes import NOTICE_DUE
from changes.services.date_changes.affected import list_sold_lines, refuse_other_people
from changes.services.date_changes.begin_date_change import DateChangeRequest, change_locked_date, refuse_full_place
from changes.services.date_changes.change_dates import Terms, list_waiting, tell_waiting_lists
from changes.services.date_changes.choices import (
    Outcome,
    filter_told,
    filter_undecided,
    keep_known_times,
    list_by_line,
    read_known_times,
    read_rows,
    take_back_notices,
)
from changes.services.date_changes.date_mails import email_back, email_buyer
from changes.services.date_changes.locks import lock_date, refuse_undecided, retry_after_new_orders
from charityshop.db.retries import NotFinished, run_each
from charityshop.db.transactions import in_one_transaction, lock_rows
from events import journal
from events.journal import Cause, Kind, Source
from events.models import Event, Occurrence
from events.recurrence import Span
from orders.models import Order
from orders.services.locks import lock_order_and_dates
from payments.models import Refund
from payments.services.refunds.refund_order import is_due_by_hand, list_for_refund_by_hand, request_refund
from payments.services.refunds.send_refund import push_refunds

log = logging.getLogger(__name__)

JOB = "date change"
REFUNDED = (Order.Status.REFUNDED, Order.Status.REFUND_DUE)
MAX_ROUND = timedelta(seconds=20)  # of refunds, so that neither upkeep's other jobs nor a request wait for long


def process_date_changes() -> int:
    """Take the next step of all running changes. Return how many buyers were told or settled."""
    due = filter_due(Entitlement.objects.all(), timezone.now()).order_by("pk")
    refunds = run_each(JOB, list(due.values_list("pk", flat=True)), process_entitlement)
    push_in_time([refund for refund in refunds if refund is not None], get_end_of_round())
    return len(refunds)


def filter_due(entitlements: QuerySet[Entitlement], now: datetime) -> QuerySet[Entitlement]:
    """Return those whose buyer has to be told, or did not choose in time."""
    return entitlements.filter(NOTICE_DUE | Q(outcome=Outcome.UNDECIDED, until__lte=now))


@in_one_transaction
def process_entitlement(entitlement_id: int) -> int | None:
    """Tell the buyer once, and settle the choice if its time is over. Return the ID of the refund to send, if any.

    The buyer may choose at the same time, so everything is read after locking the order.
    """
    order = lock_order_and_dates(Entitlement.objects.values_list("line__order", flat=True).get(pk=entitlement_id))
    now = timezone.now()
    give_notice(Entitlement.objects.filter(pk=entitlement_id), now)
    entitlement = read_rows(Entitlement.objects.all()).get(pk=entitlement_id)
    if entitlement.outcome == Outcome.UNDECIDED and entitlement.until <= now:
        return settle_by_default(order, entitlement)
    return None


def give_notice(entitlements: QuerySet[Entitlement], now: datetime) -> None:
    """Tell the buyers of these lines what became of a date that they have seats on. It is locked.

    A line has several entitlements to tell of if its seats were being returned when the date changed again: the buyer
    is told of the last one, with the time that they know.
    """
    lines = entitlements.filter(NOTICE_DUE).values("line")
    for rows in list_by_line(read_rows(Entitlement.objects.filter(NOTICE_DUE, line__in=lines))):
        is_told = email_buyer(rows[-1], now, was=rows[0].was)
        told = Entitlement.objects.filter(pk__in=[each.pk for each in rows])
        told.update(needs_notice=False, told_at=now if is_told else None)


def settle_by_default(order: Order, entitlement: Entitlement) -> int | None:
    """Keep seats of a date that takes place. Refund those of a canceled one, and return the ID of the refund."""
    booking = entitlement.line.booking
    if not entitlement.is_off:
        entitlement.settle(Outcome.STAYED)
        return None
    if booking.status != Booking.Status.CONFIRMED or order.status in REFUNDED:  # as after a reversal
        entitlement.settle(Outcome.REFUNDED)
        return None
    if order.status not in Order.SOLD:
        raise NotFinished(f"Order {order.number} is in review.")
    if is_due_by_hand(order, [booking.public_id]):
        list_for_refund_by_hand(order)
        entitlement.settle(Outcome.FAILED)
        return None
    change = entitlement.date_change
    by = cast(User, change.by)  # only staff change dates that people have paid for
    refund = request_refund(order_id=order.pk, reason=change.reason, lines=[booking.public_id], by=by)
    return refund.pk  # settled with the refund


def get_end_of_round() -> float:
    return time.monotonic() + MAX_ROUND.total_seconds()


def push_in_time(refund_ids: Iterable[int], ends: float) -> None:
    """Send refunds to PayPal until the round ends; `reconcile_payments` sends the others."""
    for refund_id in refund_ids:
        if time.monotonic() > ends:
            return
        push_refunds([refund_id])


# --- Cancel a date and refund it immediately, or restore it ---------------------------------------------------------


def cancel_date(
    *, event_id: int, when: date | datetime, reason: str, digest: str | None = None, by: User
) -> Occurrence:
    """Cancel an upcoming date, refund its paid bookings and end its holds.

    Raise DomainError while one of its orders is capturing or in review, NotPossible for a past or unknown date, and
    Changed if others are concerned than the page with this digest showed, without changing anything. Safe to repeat,
    also while buyers choose: all that is left is refunded.
    What takes longer than 20 seconds is left to `upkeep`. An error of a single order is raised after the others are
    refunded; `upkeep` tries it again.
    """
    occurrence = retry_after_new_orders(
        lambda: cancel_in_transaction(event_id=event_id, when=when, reason=reason, digest=digest, by=by)
    )
    settle_date(occurrence)
    return occurrence


@in_one_transaction
def cancel_in_transaction(
    *, event_id: int, when: date | datetime, reason: str, digest: str | None = None, by: User
) -> Occurrence:
    """Cancel the date in the database. Raise NewOrderFound if an order was placed before the date was locked."""
    lock_rows(User.objects.filter(pk=by.pk))
    occurrence = lock_date(event_id, when)
    refuse_other_people(digest, event_id, when)
    terms = Terms(reason, answer_hours=0)
    if occurrence.takes_place:
        change_locked_date(occurrence, DateChangeRequest(when, terms=terms), by)
    else:
        cancel_again(occurrence, terms, by)
    return occurrence


def cancel_again(occurrence: Occurrence, terms: Terms, by: User) -> None:
    """Let all seats that are left on a canceled date be refunded, in a new change with its own reason.

    Those whose buyers are choosing, those whose refund failed, and those of orders that were accepted since. Buyers who
    know already that they get their money back are not told again.
    """
    seat_links.end_links_of_date(occurrence)  # their guests were told when the date was canceled
    now = timezone.now()
    sold = list_sold_lines([occurrence.pk])
    refunded = Entitlement.objects.filter(outcome__in=[Outcome.REFUNDED, Outcome.FAILED], needs_notice=False)
    informed = set(refunded.filter(date_change__occurrence=occurrence, line__in=sold).values_list("line", flat=True))
    for entitlement in filter_undecided([occurrence.pk]).select_related("line__order", "line__booking"):
        line = entitlement.line
        is_by_hand = line in sold and is_due_by_hand(line.order, [line.booking.public_id])
        entitlement.settle(Outcome.FAILED if is_by_hand else Outcome.REFUNDED)
    if sold:
        change = journal.cancel_again(occurrence, Cause(Source.DIALOG, by, terms.reason))
        Entitlement.objects.bulk_create(
            Entitlement(date_change=change, line=line, until=now, needs_notice=line.pk not in informed) for line in sold
        )


def settle_date(occurrence: Occurrence) -> None:
    """Tell and refund the buyers of this date, each in a separate transaction, also those `upkeep` would try later.

    After 20 seconds the others are left to `upkeep`. Raise the first error after all the others are done, DomainError
    (`payment_in_progress`) if an order is in review.
    """
    ends = get_end_of_round()
    of_date = Entitlement.objects.filter(date_change__occurrence=occurrence)
    failed: dict[int, Exception] = {}
    for entitlement_id in filter_due(of_date, timezone.now()).order_by("pk").values_list("pk", flat=True):
        if time.monotonic() > ends:
            break
        try:
            process_entitlement(entitlement_id)
        except Exception as error:
            log.exception("entitlement %s is not settled", entitlement_id)
            failed[entitlement_id] = error
    push_in_time(list_requested_refunds(occurrence), ends)
    refuse_undecided(occurrence, Order.objects.filter(lines__entitlements__in=failed).distinct())
    if failed:
        raise next(iter(failed.values()))


def list_requested_refunds(occurrence: Occurrence) -> list[int]:
    due = Refund.objects.filter(parts__line__booking__occurrence=occurrence, status=Refund.Status.REQUESTED).distinct()
    return list(due.order_by("pk").values_list("pk", flat=True))


@in_one_transaction
def cancel_unbooked_date(
    *, event_id: int, when: date | datetime, reason: str, digest: str | None = None, by: User
) -> Occurrence:
    """Cancel a date that nobody booked, and tell those who wait for seats.

    Raise NotPossible if it is booked, and Changed if others are concerned than the page with this digest showed.
    """
    occurrence = event_services.lock_date(event_id, when)
    if occurrence.takes_place:
        refuse_other_people(digest, event_id, when)
    waiting = list_waiting([occurrence.pk])
    canceled = event_services.cancel_unbooked_date(event_id=event_id, when=when, reason=reason or None, by=by)
    tell_waiting_lists(waiting)
    return canceled


@in_one_transaction
def restore_date(*, event_id: int, when: date | datetime, digest: str | None = None, by: User | None) -> Occurrence:
    """Restore a canceled date, and tell those who have seats on it. Who has not chosen yet keeps the seats, and may.

    Nobody is told of a date that is back before they heard that it was canceled. Raise NotPossible (`clash`) if the
    event has another date at that time by now, and Changed if others have seats on it than the page showed.
    """
    occurrence = event_services.lock_date(event_id, when)
    if occurrence.status == Occurrence.Status.CANCELED:
        refuse_other_people(digest, event_id, when)
        lock_rows(Event.objects.filter(pk=event_id))  # as moves of dates do
        span = Span(occurrence.starts_at, occurrence.ends_at)
        refuse_clash(occurrence, span, advice="Cancel or move that one first.")
        refuse_full_place(occurrence)
        take_back_notices([occurrence.pk])
        unheard = read_known_times([occurrence.pk])
        told = [rows[-1] for rows in list_by_line(filter_told([occurrence.pk])) if rows[-1].line_id not in unheard]
        cause = Cause(Source.DIALOG if by else Source.CONSOLE, by)
        event_services.cancel_or_restore(occurrence, Kind.RESTORED, cause)
        keep_known_times(occurrence, occurrence.setting, timezone.now())
        guest_mails.date_back(occurrence)
        for entitlement in told:
            if entitlement.is_canceled:
                email_back(entitlement)
    return occurrence
