"""Cancel a date whose buyers get their money back at once, or put a canceled one back on sale.

It is a change without time to answer, whose buyers are told and refunded right after it. If the process crashes in
between, `upkeep` or a repeated call does so.
"""

import logging
from collections.abc import Sequence
from datetime import date, datetime

from django.utils import timezone

from accounts.models import User
from bookings.services import events as event_services
from bookings.services import seat_links
from changes.models import DateChange, Entitlement
from changes.services.date_changes.begin_date_change import (
    DateChangeRequest,
    build_change,
    build_change_running,
    change_locked_date,
    list_sold_lines,
)
from changes.services.date_changes.booked_dates import lock_date_orders, refuse_undecided, retry_after_new_orders
from changes.services.date_changes.process_date_changes import filter_due, finish_changes, process_entitlement
from changes.services.entitlements import mark_over
from charityshop.db.transactions import in_one_transaction, lock_rows
from events.models import Occurrence
from orders.models import Order
from payments.models import Refund
from payments.services.refunds.refund_order import is_due_by_hand
from payments.services.refunds.send_refund import push_refunds

log = logging.getLogger(__name__)
Outcome = Entitlement.Outcome


def cancel_date(*, event_id: int, when: date | datetime, reason: str, by: User) -> Occurrence:
    """Cancel an upcoming date, refund its paid bookings and end its holds.

    Raise DomainError while one of its orders is capturing or in review, and NotPossible for a past or unknown
    date, without changing anything. Safe to repeat, also while buyers choose: all that is left is refunded.
    An error of a single order is raised after the others are refunded; `upkeep` tries it again.
    """
    occurrence = retry_after_new_orders(
        lambda: cancel_in_transaction(event_id=event_id, when=when, reason=reason, by=by)
    )
    settle_date(occurrence)
    return occurrence


@in_one_transaction
def cancel_in_transaction(*, event_id: int, when: date | datetime, reason: str, by: User) -> Occurrence:
    """Cancel the date in the database. Raise NewOrderFound if an order was placed before the date was locked."""
    lock_rows(User.objects.filter(pk=by.pk))
    occurrence, orders = lock_date_orders(event_id=event_id, when=when)
    request = DateChangeRequest(when=when, kind=DateChange.Kind.CANCEL, reason=reason, answer_hours=0)
    if occurrence.status == Occurrence.Status.SCHEDULED:
        for entitlement in list_undecided(occurrence):  # of a date that moved before
            mark_over(entitlement, Outcome.STAYED)
        occurrence.date_changes.update(status=DateChange.Status.DONE)
        change_locked_date(occurrence, orders, request, by)
    else:
        cancel_again(occurrence, orders, request, by)
    return occurrence


def cancel_again(occurrence: Occurrence, orders: Sequence[Order], change_request: DateChangeRequest, by: User) -> None:
    """Let all seats that are left on a canceled date be refunded, in a new change with its own reason.

    Those whose buyers are choosing, those whose refund failed, and those of orders that were accepted since. Buyers who
    know already that they get their money back are not told again.
    """
    seat_links.end_links_of_date(occurrence)  # their guests were told when the date was canceled
    now = timezone.now()
    sold = list_sold_lines(occurrence, orders)
    refunded = Entitlement.objects.filter(outcome__in=[Outcome.REFUNDED, Outcome.FAILED], needs_notice=False)
    informed = set(refunded.filter(date_change__occurrence=occurrence, line__in=sold).values_list("line", flat=True))
    for entitlement in list_undecided(occurrence):
        line = entitlement.line
        is_by_hand = line in sold and is_due_by_hand(line.order, [line.booking.public_id])
        mark_over(entitlement, Outcome.FAILED if is_by_hand else Outcome.REFUNDED)
    if sold:
        occurrence.date_changes.update(status=DateChange.Status.DONE)
        change = build_change(occurrence, change_request, now, by)
        change.save(force_insert=True)
        Entitlement.objects.bulk_create(
            Entitlement(date_change=change, line=line, until=now, needs_notice=line.pk not in informed) for line in sold
        )


def list_undecided(occurrence: Occurrence) -> list[Entitlement]:
    rows = Entitlement.objects.filter(date_change__occurrence=occurrence, outcome=Outcome.UNDECIDED)
    return list(rows.select_related("line__order", "line__booking"))


def settle_date(occurrence: Occurrence) -> None:
    """Tell and refund the buyers of this date, each in a separate transaction, also those `upkeep` would try later.

    Raise the first error after all the others are done, DomainError (`payment_in_progress`) if an order is in review.
    """
    of_date = Entitlement.objects.filter(date_change__occurrence=occurrence)
    failed: dict[int, Exception] = {}
    for entitlement_id in filter_due(of_date, timezone.now()).order_by("pk").values_list("pk", flat=True):
        try:
            process_entitlement(entitlement_id)
        except Exception as error:
            log.exception("entitlement %s is not settled", entitlement_id)
            failed[entitlement_id] = error
    finish_changes()
    push_refunds_of(occurrence)
    refuse_undecided(Order.objects.filter(lines__entitlements__in=failed), occurrence)
    if failed:
        raise next(iter(failed.values()))


def push_refunds_of(occurrence: Occurrence) -> None:
    """Send all requested refunds of this date to PayPal."""
    due = Refund.objects.filter(parts__line__booking__occurrence=occurrence, status=Refund.Status.REQUESTED).distinct()
    push_refunds(list(due.order_by("pk").values_list("pk", flat=True)))


@in_one_transaction
def restore_date(*, event_id: int, when: date | datetime, by: User | None) -> Occurrence:
    """Restore a canceled date. Raise DomainError while its buyers choose, who were promised their money back."""
    occurrence = event_services.lock_date(event_id, when)
    if running := DateChange.objects.filter(occurrence=occurrence, status=DateChange.Status.RUNNING).first():
        raise build_change_running(running)
    return event_services.set_status(occurrence, Occurrence.Status.SCHEDULED, by)
