"""Save an event's form. Here, because that may move dates that people hold seats on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from accounts.models import User
from bookings import mails
from bookings.event_plan import Row, Status
from bookings.services import events as event_services
from bookings.services.door_seats import renew_allotments
from bookings.services.event_dates import Changes, lock_event
from changes.services.date_changes.affected import (
    CONCERNED_CHANGED,
    AffectedDate,
    AffectedDates,
    add_up,
    read_affected,
    refuse_other_people,
)
from changes.services.date_changes.change_dates import Terms, change_dates, list_waiting, tell_waiting_lists
from changes.services.date_changes.choices import list_untold
from changes.services.date_changes.locks import NewOrderFound, lock_dates, retry_after_new_orders
from charityshop.api.seen import Seen
from charityshop.db.transactions import in_one_transaction
from charityshop.digests import refuse_other_digest
from events.journal import Cause, Source
from events.models import Event
from events.recurrence import Span


@dataclass(frozen=True, slots=True)
class SavePreview:
    """What saving an event would do, and whom that concerns: None if nobody."""

    event: event_services.Preview
    affected: AffectedDates | None


def preview_save(*, event_id: int, changes: Changes, move_bookings: bool | None, seen: Seen | None) -> SavePreview:
    """Return what `save_event` would do. Raise Changed if it would replace what nobody has seen."""
    preview = event_services.preview_event(event_id=event_id, changes=changes, move_bookings=move_bookings, seen=seen)
    return SavePreview(preview, read_affected_dates(event_id, preview))


def read_affected_dates(event_id: int, preview: event_services.Preview) -> AffectedDates | None:
    """Return whom a plan concerns. Booked dates of which staff haven't decided count as if they moved."""
    plan = preview.plan
    changes = (*plan.changes, *plan.undecided)
    moves = {row.pk: (row, span) for row, span in changes if row.status == Status.SCHEDULED}
    follow = {row.pk for row, _ in moves.values() if plan.is_elsewhere(row)}
    dates = event_services.list_dates(event_id).in_bulk([*moves, *plan.hide])
    found = []
    for pk, affected in read_affected(list(dates)).items():
        row, span = moves.get(pk, (None, None))
        if affected.people or affected.waiting or affected.guests or (row and row.taken):
            kind = "relocated" if pk in follow else "end"
            kind = "dropped" if span is None else kind if span.starts_at == dates[pk].starts_at else "moved"
            places = {"was_place": preview.was_place, "now_place": preview.now_place} if pk in follow else {}
            found.append(AffectedDate(**vars(affected) | places, date=dates[pk], kind=kind, to=span))
    return add_up(sorted(found, key=lambda each: each.date.starts_at)) if found else None


def save_event(*, event_id: int, by: User, **sent: Any) -> Event:
    """Save an event as `update_event` does. People on dates that change get what `change_dates` promises.

    Raise what it raises, Changed and DomainError (`payment_in_progress`), without changing anything.
    """
    moving: set[int] = set()
    return retry_after_new_orders(lambda: save_in_transaction(event_id=event_id, by=by, moving=moving, **sent))


@in_one_transaction
def save_in_transaction(
    *,
    event_id: int,
    by: User,
    moving: set[int],
    terms: Terms,
    seen: Seen | None = None,
    digest: str | None = None,
    **sent: Any,
) -> Event:
    """Raise NewOrderFound if dates move besides those in `moving`, whose orders are locked: they are added to it."""
    lock_dates(moving, besides=event_services.list_dates(event_id).values_list("pk", flat=True))
    planned = {name: sent[name] for name in ("changes", "move_bookings")}
    preview = event_services.preview_event(event_id=event_id, seen=seen, **planned)
    if digest is not None:
        affected = read_affected_dates(event_id, preview)
        refuse_other_digest(digest, affected.digest if affected else "", CONCERNED_CHANGED)
    plan = preview.plan
    follow = {row.pk for row in plan.follow}
    on = [(row, span) for row, span in plan.changes if row.status == Status.SCHEDULED]
    arrivals = {row.pk for row, span in on if row.pk in follow or row.span.starts_at != span.starts_at}
    moves = {row.pk: span for row, span in on if row.pk in arrivals and row.has_history}  # nobody is on the others
    if not moves.keys() <= moving:
        moving.update(moves)
        raise NewOrderFound
    dates = event_services.list_dates(event_id).select_related("event").in_bulk(moves)
    waiting = list_waiting(plan.hide)
    sent["changes"] = event_services.with_place(sent["changes"], by)
    place = sent["changes"].get("place")

    def write() -> Event:
        cause = Cause(Source.FORM, by, terms.reason, terms.get_answer_until(timezone.now()))
        return event_services.update_event(event_id=event_id, by=by, cause=cause, **sent)

    settings = {dates[pk]: dates[pk].setting.at(span) for pk, span in moves.items()}
    settings |= {dates[pk]: settings[dates[pk]]._replace(place=place.pk) for pk in moves if pk in follow}
    _, event = change_dates(settings, terms=terms, by=by, write=write)
    tell_waiting_lists(waiting)
    follow_new_ends([(row, span) for row, span in on if row.taken and row.pk not in arrivals])
    return event


def follow_new_ends(ends: Sequence[tuple[Row, Span]]) -> None:
    """Tell everybody on these booked dates, which only end at another time, and let the door follow.

    Buyers who are still to be told of an earlier change read the new end in that email.
    """
    renew_allotments({row.pk: span.ends_at - row.span.ends_at for row, span in ends})
    was = {row.pk: row.span for row, _ in ends}
    mails.dates_moved(was, untold=list_untold(was), now=timezone.now())


@in_one_transaction
def hide_event(*, event_id: int, seen: Seen | None, digest: str | None, by: User) -> Event:
    """Hide an event as `archive_event` does. Raise Changed if the page showed other people, seats or dollars."""
    if lock_event(event_id).hidden_at is None:
        refuse_other_people(digest, event_id)
    return event_services.archive_event(event_id=event_id, seen=seen, by=by)
