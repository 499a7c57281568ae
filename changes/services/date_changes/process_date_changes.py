"""Tell buyers about changed dates, and settle what they did not choose in time. `upkeep` calls this.

Each line is handled in a separate transaction, so a run that is killed goes on where it stopped.
"""

import time
from datetime import datetime, timedelta
from itertools import groupby

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from bookings.models import Booking
from changes.models import DateChange, Entitlement
from changes.services.date_changes.date_mails import email_buyer
from changes.services.entitlements import mark_over
from charityshop.db.retries import NotFinished, run_each
from charityshop.db.transactions import in_one_transaction
from events.recurrence import Span
from orders.models import Order
from orders.services.locks import lock_order_and_dates
from payments.services.refunds.refund_order import is_due_by_hand, list_for_refund_by_hand, request_refund
from payments.services.refunds.send_refund import push_refunds

JOB = "date change"
REFUNDED = (Order.Status.REFUNDED, Order.Status.REFUND_DUE)
MAX_ROUND = timedelta(seconds=20)  # of refunds, so that upkeep's other jobs are not delayed

Outcome = Entitlement.Outcome
NOTICE_DUE = Q(
    needs_notice=True,
    line__booking__occurrence=F("date_change__occurrence"),
    line__booking__status=Booking.Status.CONFIRMED,
    line__booking__seats__gt=F("line__booking__returning"),
)
"""Seats are on the date, and their buyer was not told. Also long after the change, when the refund of seats failed."""


def process_date_changes() -> int:
    """Take the next step of all running changes. Return how many buyers were told or settled."""
    due = filter_due(Entitlement.objects.all(), timezone.now()).order_by("pk")
    refunds = run_each(JOB, list(due.values_list("pk", flat=True)), process_entitlement)
    finish_changes()
    push_in_time([refund for refund in refunds if refund is not None])
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
    """Tell the buyers of these lines and their guests what became of a date that they have seats on. It is locked.

    A line has several entitlements to tell of if its seats were being returned when the date changed again: the buyer
    is told of the last one, with the time that they know.
    """
    lines = entitlements.filter(NOTICE_DUE).values("line")
    for rows in list_by_line(read_rows(Entitlement.objects.filter(NOTICE_DUE, line__in=lines))):
        known = rows[0].date_change
        is_told = email_buyer(rows[-1], now, was=Span(known.starts_at, known.ends_at))
        told = Entitlement.objects.filter(pk__in=[each.pk for each in rows])
        told.update(needs_notice=False, told_at=now if is_told else None)


def list_by_line(entitlements: QuerySet[Entitlement]) -> list[list[Entitlement]]:
    rows = entitlements.order_by("line", "pk")
    return [list(group) for _, group in groupby(rows, key=lambda each: each.line_id)]


def read_rows(entitlements: QuerySet[Entitlement]) -> QuerySet[Entitlement]:
    """Select what emails and refunds need."""
    return entitlements.select_related(
        "date_change__occurrence__event",
        "date_change__by",
        "line__order__user",
        "line__booking__user",
        "line__booking__occurrence__event",
    )


def settle_by_default(order: Order, entitlement: Entitlement) -> int | None:
    """Keep seats of a date that moved. Refund those of a canceled date, and return the ID of the refund."""
    booking = entitlement.line.booking
    if not entitlement.is_canceled:
        mark_over(entitlement, Outcome.STAYED)
        return None
    if booking.status != Booking.Status.CONFIRMED or order.status in REFUNDED:  # as after a reversal
        mark_over(entitlement, Outcome.REFUNDED)
        return None
    if order.status not in Order.SOLD:
        raise NotFinished(f"Order {order.number} is in review.")
    if is_due_by_hand(order, [booking.public_id]):
        list_for_refund_by_hand(order)
        mark_over(entitlement, Outcome.FAILED)
        return None
    change = entitlement.date_change
    refund = request_refund(order_id=order.pk, reason=change.reason, lines=[booking.public_id], by=change.by)
    return refund.pk  # settled with the refund


def finish_changes() -> None:
    """Mark changes as done whose buyers are all told and settled."""
    unfinished = Entitlement.objects.filter(NOTICE_DUE | Q(outcome=Outcome.UNDECIDED), date_change=OuterRef("pk"))
    running = DateChange.objects.filter(status=DateChange.Status.RUNNING)
    running.exclude(Exists(unfinished)).update(status=DateChange.Status.DONE)


def push_in_time(refund_ids: list[int]) -> None:
    """Send refunds to PayPal for up to 20 seconds; `reconcile_payments` sends the others."""
    ends = time.monotonic() + MAX_ROUND.total_seconds()
    for refund_id in refund_ids:
        if time.monotonic() > ends:
            return
        push_refunds([refund_id])
