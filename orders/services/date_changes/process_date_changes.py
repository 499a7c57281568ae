"""Tell buyers about changed dates, and settle what they did not choose in time. `upkeep` calls this.

Each line is handled in a transaction of its own, so a run that is killed goes on where it stopped.
"""

import time
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from bookings.models import Booking
from bookings.services.seats import lock_booked_dates
from charityshop.db.retries import NotFinished, run_each
from charityshop.db.transactions import in_one_transaction
from orders.models import DateChange, Entitlement, Order
from orders.services.date_changes.date_mails import email_buyer
from orders.services.date_changes.entitlements import settle_over
from orders.services.locks import lock_order
from orders.services.order_money import get_counting_payment, is_paid_in_cash
from orders.services.refunds.record_refund import REFUNDABLE
from orders.services.refunds.refund_order import is_too_old, list_for_refund_by_hand, request_refund
from orders.services.refunds.send_refund import push_refunds

JOB = "date change"
REFUNDED = (Order.Status.REFUNDED, Order.Status.REFUND_DUE)
MAX_ROUND = timedelta(seconds=20)  # of refunds, so that upkeep's other jobs are not delayed

Outcome = Entitlement.Outcome


def process_date_changes() -> int:
    """Take the next step of all running changes. Return how many buyers were told or settled."""
    due = filter_due(Entitlement.objects.all(), timezone.now()).order_by("pk")
    refunds = run_each(JOB, list(due.values_list("pk", flat=True)), process_entitlement)
    finish_changes()
    push_in_time([refund for refund in refunds if refund is not None])
    return len(refunds)


def filter_due(entitlements: QuerySet[Entitlement], now: datetime) -> QuerySet[Entitlement]:
    """Return those whose buyer was not told, or did not choose in time."""
    return entitlements.filter(
        Q(told_at=None) | Q(outcome=Outcome.UNDECIDED, until__lte=now), date_change__status=DateChange.Status.RUNNING
    )


@in_one_transaction
def process_entitlement(entitlement_id: int) -> int | None:
    """Tell the buyer once, and settle the choice if its time is over. Return the ID of the refund to send, if any.

    The buyer may choose at the same time, so everything is read after locking the order.
    """
    order_id, booking_id = Entitlement.objects.values_list("line__order", "line__booking").get(pk=entitlement_id)
    order = lock_order(order_id)
    lock_booked_dates([booking_id])
    rows = Entitlement.objects.select_related(
        "date_change__occurrence__event", "date_change__by", "line__order__user", "line__booking__user",
        "line__booking__occurrence__event",
    )  # fmt: skip
    entitlement, now = rows.get(pk=entitlement_id), timezone.now()
    if entitlement.told_at is None:
        if entitlement.outcome == Outcome.UNDECIDED:
            email_buyer(entitlement, now)
        Entitlement.objects.filter(pk=entitlement.pk).update(told_at=now)
    if entitlement.outcome == Outcome.UNDECIDED and entitlement.until <= now:
        return settle_by_default(order, entitlement, now)
    return None


def settle_by_default(order: Order, entitlement: Entitlement, now: datetime) -> int | None:
    """Keep seats of a date that moved. Refund those of a date that is off, and return the ID of the refund."""
    booking = entitlement.line.booking
    if not entitlement.is_off:
        settle_over(entitlement, Outcome.STAYED)
        return None
    if booking.status != Booking.Status.CONFIRMED or order.status in REFUNDED:  # as after a reversal
        settle_over(entitlement, Outcome.REFUNDED)
        return None
    if order.status not in REFUNDABLE:
        raise NotFinished(f"Order {order.shown_number} is in review.")
    if is_paid_in_cash(order) or is_too_old(get_counting_payment(order), now):
        list_for_refund_by_hand(order)
        settle_over(entitlement, Outcome.FAILED)
        return None
    change = entitlement.date_change
    refund = request_refund(order_id=order.pk, reason=change.reason, lines=[booking.public_id], by=change.by)
    return refund.pk  # settled with the refund


def finish_changes() -> None:
    """Mark changes as done whose buyers are all told and settled."""
    unfinished = Entitlement.objects.filter(Q(told_at=None) | Q(outcome=Outcome.UNDECIDED), date_change=OuterRef("pk"))
    running = DateChange.objects.filter(status=DateChange.Status.RUNNING)
    running.exclude(Exists(unfinished)).update(status=DateChange.Status.DONE)


def push_in_time(refund_ids: list[int]) -> None:
    """Send refunds to PayPal for up to 20 seconds; `reconcile_payments` sends the others."""
    ends = time.monotonic() + MAX_ROUND.total_seconds()
    for refund_id in refund_ids:
        if time.monotonic() > ends:
            return
        push_refunds([refund_id])
