"""Save an event. Here, because unpaid orders of dates that move are canceled, as when staff move one date."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from bookings.event_plan import Plan, Status
from bookings.models import ACTIVE, CLOSES_BEFORE, Booking
from bookings.services import events as event_services
from bookings.services import seats
from bookings.services.event_dates import Changes
from changes.models import DateChange, Entitlement
from changes.services.date_changes.affected import AffectedDate, AffectedDates, add_up, read_affected
from changes.services.date_changes.begin_date_change import (
    PREVIEW_CHANGED,
    NewOrderFound,
    Terms,
    end_unpaid_orders,
    refuse_undecided,
    retry_after_new_orders,
    store_finished_change,
    tell_waiting_list,
)
from changes.services.date_changes.date_mails import email_holders
from changes.services.date_changes.process_date_changes import NOTICE_DUE
from charityshop.api.seen import Seen
from charityshop.db.transactions import in_one_transaction
from charityshop.digests import refuse_other_digest
from events.models import Event, Occurrence
from orders.models import Order
from orders.services.locks import lock_orders


@dataclass(frozen=True, slots=True)
class SavePreview:
    """What saving an event would do, and whom that concerns: None if nobody."""

    event: event_services.Preview
    affected: AffectedDates | None


def preview_save(*, event_id: int, changes: Changes, move_bookings: bool | None, seen: Seen | None) -> SavePreview:
    """Return what `save_event` would do. Raise Changed if it would replace what nobody has seen."""
    preview = event_services.preview_event(event_id=event_id, changes=changes, move_bookings=move_bookings, seen=seen)
    return SavePreview(preview, read_affected_dates(event_id, preview.plan))


def read_affected_dates(event_id: int, plan: Plan) -> AffectedDates | None:
    """Return whom a plan concerns. Booked dates whose move is undecided count as if they moved."""
    moves = {row.pk: (row, span) for row, span in (*plan.move, *plan.undecided) if row.status == Status.SCHEDULED}
    dates = event_services.list_dates(event_id).in_bulk([*moves, *plan.hide])
    found = []
    for pk, affected in read_affected(list(dates)).items():
        row, span = moves.get(pk, (None, None))
        if affected.people or affected.waiting or affected.guests or (row and row.taken):
            kind = "dropped" if span is None else "end" if span.starts_at == dates[pk].starts_at else "moved"
            found.append(AffectedDate(**vars(affected), date=dates[pk], kind=kind, to=span))
    return add_up(sorted(found, key=lambda each: each.date.starts_at)) if found else None


def save_event(*, event_id: int, by: User, seen: Seen | None = None, **sent: Any) -> Event:
    """Save an event as `update_event` does, and tell everybody whose unpaid order or place on a waiting list ends.

    Raise what it raises, Changed and DomainError (`payment_in_progress`), without changing anything.
    """
    return retry_after_new_orders(lambda: save_in_transaction(event_id=event_id, by=by, seen=seen, **sent))


@in_one_transaction
def save_in_transaction(
    *, event_id: int, by: User, seen: Seen | None, terms: Terms, digest: str | None = None, **sent: Any
) -> Event:
    """Raise NewOrderFound if an order was placed before the dates were locked."""
    lock_unpaid_orders(event_id)
    planned = {name: sent[name] for name in ("changes", "move_bookings")}
    plan = event_services.preview_event(event_id=event_id, seen=seen, **planned).plan
    if digest is not None:
        affected = read_affected_dates(event_id, plan)
        refuse_other_digest(digest, affected.digest if affected else "", PREVIEW_CHANGED)
    dates = event_services.list_dates(event_id).select_related("event").in_bulk()
    sent["untold"] = list_untold([row.pk for row, _ in plan.move])
    for row, span in plan.move:
        if row.span.starts_at != span.starts_at:
            cancel_unpaid_orders(dates[row.pk], span.starts_at, by)
            shorten_choices(dates[row.pk], span.starts_at)
            if span.starts_at - timezone.now() <= CLOSES_BEFORE:
                tell_waiting_list(dates[row.pk], to=span.starts_at, by=by)
    for pk in plan.hide:
        tell_waiting_list(dates[pk], by=by)
    return event_services.update_event(event_id=event_id, by=by, **sent)


def list_untold(date_ids: Collection[int]) -> list[int]:
    """Return bookings on these dates whose buyers will be told of an earlier change, in an email with the new time."""
    owed = Entitlement.objects.filter(NOTICE_DUE, date_change__occurrence__in=date_ids)
    return list(owed.values_list("line__booking", flat=True)) if date_ids else []


def lock_unpaid_orders(event_id: int) -> None:
    """Lock the event's orders that may still be paid, and then its dates with the other dates of these orders."""
    dates = Occurrence.objects.filter(event=event_id)
    orders = lock_orders(set(filter_unpaid(dates).values_list("pk", flat=True)))
    others = Booking.objects.filter(order_line__order__in=orders).values_list("occurrence_id", flat=True)
    seats.lock_dates({*dates.values_list("pk", flat=True), *others})
    if filter_unpaid(dates).exclude(pk__in=[order.pk for order in orders]).exists():
        raise NewOrderFound


def filter_unpaid(dates: QuerySet[Occurrence]) -> QuerySet[Order]:
    booked = Order.objects.filter(lines__booking__occurrence__in=dates, lines__booking__status__in=ACTIVE)
    return booked.filter(status__in=[Order.Status.HELD, *Order.UNDECIDED]).distinct()


def cancel_unpaid_orders(date: Occurrence, to: datetime, by: User) -> None:
    """Cancel the unpaid orders of a date that will move, and tell their buyers: they ordered another time."""
    orders = list(filter_unpaid(Occurrence.objects.filter(pk=date.pk)).select_related("user").order_by("pk"))
    refuse_undecided(orders, date)
    now = timezone.now()
    if held := [order for order in orders if order.status_at(now) == Order.Status.HELD]:
        email_holders(store_finished_change(date, to=to, by=by), held)
    end_unpaid_orders(orders, "The date moves.", by)


def shorten_choices(date: Occurrence, to: datetime) -> None:
    """Let the choices about a date that moves again end before it starts, as those of its first move did."""
    moves = DateChange.objects.filter(
        occurrence=date, kind=DateChange.Kind.MOVE, status=DateChange.Status.RUNNING, answer_until__gt=to
    )
    undecided = Entitlement.objects.filter(outcome=Entitlement.Outcome.UNDECIDED, until__gt=to)
    undecided.filter(date_change__in=moves).update(until=to)
    moves.update(answer_until=to)
