"""Create and change events and their dates. Each function locks the dates first, then reads them and decides."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, ProtectedError, QuerySet
from django.utils import timezone

from accounts.models import User
from bookings import posts
from bookings.event_plan import Plan, Row, Status
from bookings.models import Booking, Question, WaitingEntry
from bookings.selectors.free_seats import count_taken_seats
from bookings.selectors.questions import list_live
from bookings.selectors.waiting import count_offered_seats
from bookings.services import offers
from bookings.services.event_dates import (
    END_AFTER_START,
    Changes,
    add_missing_dates,
    apply_changes,
    change_and_plan,
    lock_event,
    write_plan,
)
from charityshop import audit
from charityshop.api.seen import Seen, refuse_unseen
from charityshop.db.retries import rows_to_retry, run_each
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.exceptions import BadRequest, InvalidField, NotPossible
from events.datetimes import format_utc
from events.formatting import format_day, format_seats, format_seats_are
from events.journal import STATUSES, Cause, Kind, Source, change_dates
from events.models import NO_PLACE, Event, Occurrence, Setting
from events.recurrence import Span, to_minute
from events.recurrence_rules import has_length, list_draft_reasons
from events.selectors import find_date
from events.services.places import find_or_build_place, find_or_make_place, lock_places, refuse_too_many_seats

NEW_EVENT: Changes = {
    "name": "Edit me!",
    "description": "Edit me!",
    "category": "DEF",
    "card_set": "DEF",
    "place": NO_PLACE,
}
# A save doesn't change them, or always does.
NOT_AUDITED = ("id", "public_id", "hidden_at", "created_at", "changed_at", "revision")
NO_PLAN = Plan()


# --- Events ----------------------------------------------------------------------------------------------------------


@in_one_transaction
def create_event(*, fields: Changes, questions_of: Event | None = None, by: User | None) -> Event:
    """Create a draft, with defaults for missing fields. It gets its dates when it is first saved.

    Of a cloned event, `questions_of`, it has what that one asks now, without answers.
    """
    now = to_minute(timezone.now())
    starts_at = fields.get("starts_at", now)
    event = Event(starts_at=starts_at, ends_at=starts_at)
    apply_changes(event, with_place({**NEW_EVENT, **fields}, by))
    refuse_more_seats_than_place(event, fields)
    event.save()
    for asked in list_live(questions_of) if questions_of else ():
        Question.objects.create(event=event, text=asked.text, choices=asked.choices, together=asked.together)
    audit.record("event created", event, by=by, after=get_audited_values(event), action=audit.CREATED)
    return event


@in_one_transaction
def update_event(
    *,
    event_id: int,
    changes: Changes,
    move_bookings: bool | None,
    by: User | None,
    keep_draft: bool = False,
    cause: Cause | None = None,
) -> Event:
    """Save an event and change its upcoming dates. Publish a draft, unless `list_draft_reasons` returns a reason.

    With `keep_draft` it stays a draft; raise NotPossible if it is none.

    `changes` maps the event's columns, and `pattern`, to new values. `save_event` tells the people on its dates. Raise
    NotPossible if bookings prevent the change, with the code `over_capacity`, `booked_dates`
    (unless `move_bookings` is set) or `date_taken`.
    """
    event = lock_event(event_id)
    if keep_draft and event.state != Event.State.DRAFT:
        raise NotPossible("This event is no draft any more. Save it, or hide it.", code="no_draft")
    before, had_length = get_audited_values(event), has_length(event)
    now = timezone.now()
    rows, plan = change_and_plan(event, with_place(changes, by), move_bookings, now)
    refuse_to_lose_length(event, had_length=had_length)
    refuse_more_seats_than_place(event, changes, rows, plan)
    refuse_to_shrink_below_taken(event, rows, plan, now)
    refuse_unless_decided(plan)
    if event.state == Event.State.DRAFT and not keep_draft and not list_draft_reasons(event):
        event.status = Event.Status.PUBLISHED
        posts.announce_event(event)
    event.save()
    write_plan(event, plan, cause or Cause(Source.FORM if by else Source.CONSOLE, by))
    on = [row for row, _ in plan.changes if row.status == Status.SCHEDULED]  # canceled dates change, too
    offers.offer_seats(occurrence_ids=list_date_ids(event))  # added seats go to the waiting lists first
    place = plan.former_place or event.place_id
    posts.announce_moves(
        event, {row.pk: Setting(row.span.starts_at, row.span.ends_at, row.place or place) for row in on}
    )
    moves = [f"{format_utc(row.span.starts_at)} → {format_utc(span.starts_at)}" for row, span in plan.move]
    moved = ", ".join(moves) or None
    audit.record("event saved", event, by=by, before=before, after=get_audited_values(event), dates_moved=moved)
    return event


@dataclass(frozen=True, slots=True)
class Preview:
    """What saving would do: the resulting dates, and the changes of booked ones."""

    dates: list[Span]
    canceled: list[Span]
    plan: Plan
    overbooked: list[Row]
    was_place: str
    now_place: str


@in_one_transaction
def preview_event(*, event_id: int, changes: Changes, move_bookings: bool | None, seen: Seen | None = None) -> Preview:
    """Return what `update_event` would do, without saving. Raise Changed if it would replace what nobody has seen."""
    event = lock_event(event_id)
    refuse_unseen(event, seen)
    now = timezone.now()
    if isinstance(changes.get("place"), str):
        changes = {**changes, "place": find_or_build_place(changes["place"])}
    was_place = event.place
    rows, plan = change_and_plan(event, changes, move_bookings, now)
    return Preview(
        dates=[span for span in plan.list_scheduled(rows) if span.starts_at > now],
        canceled=[span for span in plan.list_canceled(rows) if span.starts_at > now],
        plan=plan,
        overbooked=list_overbooked(event, rows, now),
        was_place=str(was_place),
        now_place=str(event.place),
    )


def with_place(changes: Changes, by: User | None) -> Changes:
    """Return the changes with the place that a text means."""
    text = changes.get("place")
    return {**changes, "place": find_or_make_place(text, by=by)} if isinstance(text, str) else changes


def refuse_more_seats_than_place(
    event: Event, changes: Changes, rows: Sequence[Row] = (), plan: Plan = NO_PLAN
) -> None:
    """Raise InvalidField if a date would have more seats than its place. Places are locked until the event is saved."""
    is_same = event.state != Event.State.DRAFT and changes.keys().isdisjoint(("place", "maximum_event_capacity"))
    if is_same and not (plan.add or plan.changes):
        return
    now, remain = timezone.now(), {row.pk for row in plan.remain}
    ahead = [row for row in rows if row.takes_place and row.span.starts_at > now and row.pk not in plan.hide]
    former = plan.former_place or event.place_id
    at = {row.pk: row.place or (former if row.pk in remain else event.place_id) for row in ahead}
    places = lock_places({event.place_id, *at.values()})
    if event.place_id not in places:  # deleted since it was chosen
        raise InvalidField("eventLocation", "This place was deleted. Choose another.")
    event.place = places[event.place_id]
    refuse_too_many_seats(event.place, event.maximum_event_capacity, "maximumEventCapacity")
    for row in ahead:
        place, day = places[at[row.pk]], format_day(row.span.starts_at)
        if place.seats is None or place.seats >= (row.seats or event.maximum_event_capacity):
            continue
        if row.seats is None:
            message = f"{day} is at {place.name}, which has {format_seats(place.seats)}. Give it its own number first."
            raise InvalidField("maximumEventCapacity", message)
        own = f"{day} has {format_seats(row.seats)} of its own, and {place.name} {place.seats}. Lower them first."
        raise InvalidField("eventLocation", own)


@in_one_transaction
def delete_event(*, event_id: int, seen: Seen | None = None, by: User | None) -> None:
    """Delete an event. Raise Changed, or NotPossible if anybody ever booked it or waited for it.

    Raise NotPossible, too, if a code or a goal is for it.
    """
    event = lock_event(event_id)
    refuse_unseen(event, seen)
    for rows, did in ((Booking, "booked this"), (WaitingEntry, "waited for seats of this")):
        if users := rows.objects.filter(occurrence__event=event).aggregate(users=Count("user", distinct=True))["users"]:
            who = "1 person" if users == 1 else f"{users} people"
            raise NotPossible(f"{who} {did}. You can't delete it; hide it instead.", code="archive_instead")
    if event.vouchers.exists():  # without its event, the code would be for all events
        message = "A discount code is limited to this event. You can't delete it; hide it instead."
        raise NotPossible(message, code="archive_instead")
    audit.record("event deleted", event, by=by, before=get_audited_values(event), action=audit.DELETED)
    try:
        event.occurrences.all().delete()
    except ProtectedError:
        message = "The door was opened for one of its dates. You can't delete it; hide it instead."
        raise NotPossible(message, code="archive_instead") from None
    try:
        event.delete()
    except ProtectedError:
        message = "A goal was set for this event. Delete the goal first, or hide the event."
        raise NotPossible(message, code="archive_instead") from None


@in_one_transaction
def archive_event(*, event_id: int, seen: Seen | None = None, by: User | None) -> Event:
    """Hide an event from visitors. Its bookings and orders do not change.

    Its waiting lists get no seats until it is restored. Raise Changed.
    """
    event = lock_event(event_id)
    if event.hidden_at:
        return event
    refuse_unseen(event, seen)
    was, event.hidden_at = event.state, timezone.now()
    event.save(update_fields=["hidden_at"])
    offers.withdraw_offers(occurrence_ids=list_date_ids(event))
    audit.record("event hidden", event, by=by, before={"status": was}, after={"status": event.state})
    return event


@in_one_transaction
def restore_event(*, event_id: int, by: User | None) -> Event:
    """Restore an archived event, as a draft if it was one. Offer free seats to its waiting lists."""
    event = lock_event(event_id)
    if event.hidden_at is None:
        return event
    event.hidden_at = None
    event.save(update_fields=["hidden_at"])
    add_missing_dates(event, timezone.now())
    offers.offer_seats(occurrence_ids=list_date_ids(event))
    before = {"status": Event.State.ARCHIVED}
    audit.record("event restored", event, by=by, before=before, after={"status": event.state})
    return event


def roll_forward(*, now: datetime) -> int:
    """Add the dates that have come within the horizon of each series. Return how many. One transaction per series."""
    return extend_each(list(list_published_series()), now)


def retry_series(*, now: datetime) -> int:
    """Extend the series whose last extension failed. Return how many dates were added."""
    failed = rows_to_retry("series")
    return extend_each([pk for pk in list_published_series() if str(pk) in failed], now) if failed else 0


def list_published_series() -> QuerySet[Event, int]:
    return Event.objects.published().filter(is_recurring=True).values_list("pk", flat=True)


def extend_each(event_ids: list[int], now: datetime) -> int:
    return sum(run_each("series", event_ids, lambda event_id: extend_series(event_id=event_id, now=now)))


@in_one_transaction
def extend_series(*, event_id: int, now: datetime) -> int:
    event = lock_event(event_id)
    return add_missing_dates(event, now)


# --- Dates -----------------------------------------------------------------------------------------------------------


@in_one_transaction
def cancel_unbooked_date(
    *, event_id: int, when: date | datetime, reason: str | None = None, by: User | None
) -> Occurrence:
    """Cancel an upcoming date and end its waiting list. Raise NotPossible with the taken seats if it is booked."""
    occurrence = lock_date(event_id, when)
    offers.end_lines(occurrence_ids=[occurrence.pk])
    now = timezone.now()
    if taken := count_taken_seats([occurrence.pk], now).get(occurrence.pk, 0):
        raise NotPossible(
            f"{format_seats_are(taken)} booked on {format_day(occurrence.starts_at)}. "
            f"Refund {'it' if taken == 1 else 'them'} before canceling this date.",
            code="date_has_bookings",
            totalReservations=taken,
            bookingDate=format_utc(occurrence.starts_at),
        )
    source = Source.DIALOG if by else Source.CONSOLE
    return cancel_or_restore(occurrence, Kind.CANCELED, Cause(source, by, reason or ""))


def cancel_or_restore(occurrence: Occurrence, kind: Kind, cause: Cause) -> Occurrence:
    """Cancel or restore a locked date, unless that has happened. Visitors read why it is canceled."""
    status = STATUSES[kind]
    if occurrence.status == status:
        return occurrence
    before = {"status": occurrence.status}
    change_dates(kind, {occurrence.pk: None}, cause)
    occurrence.status = status
    occurrence.cancel_reason = cause.reason if status == Status.CANCELED else ""
    audit.record(
        "date canceled" if status == Status.CANCELED else "date brought back",
        occurrence.event,
        by=cause.by,
        before=before,
        after={"status": status},
        date=occurrence.starts_at,
        reason=cause.reason or None,
    )
    if status == Status.CANCELED:
        posts.announce_canceled(occurrence)
    return occurrence


# --- Locking and checks ----------------------------------------------------------------------------------------------


def list_dates(event_id: int) -> QuerySet[Occurrence]:
    return Occurrence.objects.exclude(status=Status.DROPPED).filter(event=event_id)


def list_date_ids(event: Event) -> list[int]:
    return list(event.occurrences.values_list("pk", flat=True))


def get_date_to_change(event_id: int, when: date | datetime) -> Occurrence:
    """Return a date of an event without locking it, including past and canceled ones. Raise NotPossible if none."""
    try:
        found: Occurrence | None = find_date(list_dates(event_id), when)
    except ValueError:
        found = None
    if found is None:
        raise NotPossible("This event has no date at that time.", code="date_unavailable")
    return found


def lock_date(event_id: int, when: date | datetime) -> Occurrence:
    """Lock and return an upcoming date of an event. Raise NotPossible if there is none."""
    found = get_date_to_change(event_id, when)
    lock_rows(Occurrence.objects.filter(pk=found.pk))
    occurrence = list_dates(event_id).select_related("event").filter(pk=found.pk).first()
    if occurrence is None or occurrence.starts_at != found.starts_at or occurrence.starts_at <= timezone.now():
        raise NotPossible(f"{format_day(found.starts_at)} has passed or was moved.", code="date_unavailable")
    return occurrence


def list_overbooked(event: Event, rows: list[Row], now: datetime) -> list[Row]:
    """Return the dates, unless they are over or have their own seats, with more taken seats than the event has."""
    ahead = [row for row in rows if row.span.ends_at > now and row.seats is None]
    return [row for row in ahead if row.taken > event.maximum_event_capacity]


def refuse_to_shrink_below_taken(event: Event, rows: list[Row], plan: Plan, now: datetime) -> None:
    if short := list_overbooked(event, rows, now):
        most = max(short, key=lambda row: row.taken)
        offered = count_offered_seats(most.pk, now)
        of_them = f" ({offered} of them offered to the waiting list)" if offered else ""
        taken = f"{format_seats(most.taken)} taken{of_them}"
        raise NotPossible(
            f"{format_day(most.span.starts_at)} has {taken}. Enter {most.taken} or more.",
            code="over_capacity",
            errors={"maximumEventCapacity": [f"At least {most.taken}."]},
            bookedDates=[serialize_booked_date(row) for row in short],
        )


def refuse_to_lose_length(event: Event, *, had_length: bool) -> None:
    """Refuse to remove the length of an event that is no draft. Those published without one can be saved."""
    if event.state != Event.State.DRAFT and had_length and not has_length(event):
        raise BadRequest(END_AFTER_START, errors={"endTime": [END_AFTER_START]})


def refuse_unless_decided(plan: Plan) -> None:
    if plan.clashes:
        row, span = plan.clashes[0]
        raise NotPossible(
            f"{format_day(row.span.starts_at)} can't move to {format_day(span.starts_at)}: "
            "there is another date at that time, or it has passed.",
            code="date_taken",
            bookedDates=[serialize_booked_date(row, span) for row, span in plan.clashes],
        )
    if plan.undecided:
        days = ", ".join(format_day(row.span.starts_at) for row, _ in plan.undecided)
        new = "times" if any(row.span != span for row, span in plan.undecided) else "place"
        raise NotPossible(
            f"These dates have bookings: {days}. Say whether the bookings move to the new {new}.",
            code="booked_dates",
            bookedDates=[serialize_booked_date(row, span) for row, span in plan.undecided],
        )


def serialize_booked_date(row: Row, to: Span | None = None) -> dict[str, object]:
    """Serialize a booked date for errors and previews."""
    moved = {"newStartTime": format_utc(to.starts_at), "newEndTime": format_utc(to.ends_at)} if to else {}
    return {
        "startTime": format_utc(row.span.starts_at),
        "endTime": format_utc(row.span.ends_at),
        "totalReservations": row.taken,
        **moved,
    }


def get_audited_values(event: Event) -> dict[str, object]:
    names = (field.name for field in Event._meta.get_fields() if field.concrete)
    return audit.columns(event, tuple(name for name in names if name not in NOT_AUDITED))
