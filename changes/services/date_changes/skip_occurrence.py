"""Skip a booked occurrence and refund everyone who paid for it, or put a skipped one back on sale.

One transaction stores the refunds with their idempotency keys, ends holds and skips the occurrence, so that no more
seats are sold. The refunds are sent to PayPal after the commit. If the process crashes in between, `upkeep` or a
repeated call sends them.
"""

from datetime import date, datetime

from django.utils import timezone

from accounts.models import User
from bookings import mails
from bookings.models import ACTIVE, Booking
from bookings.services import events as event_services
from bookings.services import offers, seat_links
from changes.services.date_changes.begin_date_change import build_change_running
from changes.services.date_changes.booked_dates import (
    cancel_staff_bookings,
    end_unpaid_orders,
    lock_date_orders,
    release_allotments,
    retry_after_new_orders,
)
from changes.services.date_changes.date_mails import email_unpaid, list_cancel_notes
from changes.services.date_changes.process_date_changes import end_choices
from charityshop.db.transactions import in_one_transaction
from events.models import Occurrence
from orders.models import DateChange, Entitlement, Order, Refund
from orders.selectors.order_money import count_open_seats, list_lines
from payments.services.refunds.refund_order import is_due_by_hand, list_for_refund_by_hand, request_refund
from payments.services.refunds.send_refund import push_refunds


def skip_occurrence(*, event_id: int, when: date | datetime, reason: str, by: User) -> Occurrence:
    """Skip an upcoming date, refund its paid bookings and end its holds.

    Raise DomainError while one of its orders is capturing or in review, and NotPossible for a past or unknown
    date, without changing anything. Safe to repeat: unfinished refunds are then sent again.
    """
    occurrence = retry_after_new_orders(lambda: skip_in_transaction(event_id=event_id, when=when, reason=reason, by=by))
    push_occurrence_refunds(occurrence)
    return occurrence


@in_one_transaction
def skip_in_transaction(*, event_id: int, when: date | datetime, reason: str, by: User) -> Occurrence:
    """Skip the date in the database. Raise NewOrderFound if an order was placed before the date was locked."""
    occurrence, orders = lock_date_orders(event_id=event_id, when=when)
    now = timezone.now()
    if occurrence.status == Occurrence.Status.SCHEDULED:  # email once, while the bookings can still be listed
        notes = list_cancel_notes(orders, occurrence, now)
        mails.date_cancelled(occurrence, reason=reason, now=now, notes=notes)
        held = [order for order in orders if order.status_at(now) == Order.Status.HELD]
        email_unpaid(build_cancellation(occurrence, reason), held)
        seat_links.end_links_of_date(occurrence)
        Entitlement.objects.filter(line__booking__occurrence=occurrence).update(needs_notice=False)  # they know now
    else:
        end_choices(occurrence)
    offers.end_lines(occurrence_ids=[occurrence.pk])  # first, so that canceled orders don't restore their offers
    end_unpaid_orders(orders, reason, by)
    for order in orders:
        refund_bookings(order, occurrence, reason, by)
    cancel_staff_bookings(occurrence, reason, by)
    release_allotments(occurrence)
    return event_services.set_status(occurrence, Occurrence.Status.SKIPPED, by, reason)


def build_cancellation(occurrence: Occurrence, reason: str) -> DateChange:
    """Return what the emails say. It isn't stored, because nobody has a choice."""
    times = {"starts_at": occurrence.starts_at, "ends_at": occurrence.ends_at}
    return DateChange(occurrence=occurrence, kind=DateChange.Kind.CANCEL, reason=reason, **times)


def refund_bookings(order: Order, occurrence: Occurrence, reason: str, by: User) -> None:
    """Refund what is left of a paid order's bookings of this date. Staff return what PayPal can't."""
    if order.status in Order.SOLD:
        left, lines = count_open_seats(order), list_lines(order)
        booked = [each.booking.public_id for each in lines if left[each.pk] and is_on(each.booking, occurrence)]
        if booked and is_due_by_hand(order, booked):
            list_for_refund_by_hand(order)
        elif booked:
            request_refund(order_id=order.pk, reason=reason, lines=booked, by=by)


def is_on(booking: Booking, occurrence: Occurrence) -> bool:
    return booking.occurrence_id == occurrence.pk and booking.status in ACTIVE


def push_occurrence_refunds(occurrence: Occurrence) -> None:
    """Send all requested refunds of this date to PayPal, including those of earlier attempts."""
    due = Refund.objects.filter(parts__line__booking__occurrence=occurrence, status=Refund.Status.REQUESTED).distinct()
    push_refunds(list(due.order_by("pk").values_list("pk", flat=True)))


@in_one_transaction
def restore_date(*, event_id: int, when: date | datetime, by: User | None) -> Occurrence:
    """Restore a skipped date. Raise DomainError while its buyers choose, who were promised their money back."""
    occurrence = event_services.lock_date(event_id, when)
    if running := DateChange.objects.filter(occurrence=occurrence, status=DateChange.Status.RUNNING).first():
        raise build_change_running(running)
    return event_services.set_status(occurrence, Occurrence.Status.SCHEDULED, by)
