"""Read and write an event's dates while they are locked: the dates in ID order, as buyers lock them, then the event.

The event's row is locked because two members of staff may save it at once; buyers never wait for it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Exists, OuterRef, ProtectedError, Q

from bookings import posts
from bookings.event_plan import Given, Plan, Row, Shift, Status, overlaps, plan_dates, plan_places
from bookings.models import Booking, WaitingEntry
from bookings.selectors.free_seats import count_taken_seats
from bookings.services import offers
from charityshop import audit
from charityshop.db.transactions import lock_rows
from charityshop.exceptions import BadRequest, Missing, NotPossible
from charityshop.text import format_time
from events.datetimes import format_utc, get_shop_zone
from events.formatting import format_day
from events.journal import Cause, Kind, Room, Source, change_dates, change_recurrence_ids, follow_events, keep_place
from events.models import Event, Occurrence
from events.recurrence import Pattern, Span, to_wall_clock
from events.recurrence_rules import get_pattern, list_first_dates, list_upcoming_dates, set_pattern

Changes = Mapping[str, Any]
END_AFTER_START = "End time must be after start time."


def lock_event(event_id: int) -> Event:
    """Lock an event's dates, then the event, and read it."""
    lock_rows(Occurrence.objects.filter(event=event_id))
    lock_rows(Event.objects.filter(pk=event_id))
    # Dates added while waiting for the event's row have higher IDs, so locking them now keeps the order.
    lock_rows(Occurrence.objects.filter(event=event_id))
    try:
        return Event.objects.select_related("place").get(pk=event_id)
    except Event.DoesNotExist:  # deleted while waiting
        raise Missing("This event no longer exists.") from None


def change_and_plan(
    event: Event, changes: Changes, move_bookings: bool | None, now: datetime
) -> tuple[list[Row], Plan]:
    """Apply the changes to the event in memory. Return its dates and the plan for them."""
    rows, former_place = list_rows(event, now), event.place_id
    old_pattern, old = get_pattern(event), Span(event.starts_at, event.ends_at)
    given_before = list_given(event, rows, now)
    apply_changes(event, changes)
    pattern, new = get_pattern(event), Span(event.starts_at, event.ends_at)
    wanted = list_given(event, rows, now) if rows else by_start(list_first_dates(event, now))
    if rows and old_pattern is pattern is None and old.starts_at != new.starts_at:
        wanted = follow_event(event, rows, given_before, now)
        old = next(iter(given_before.values()), old)
    shift = get_shift((old_pattern, old), (pattern, new))
    plan = plan_dates(rows, wanted, now=now, given_before=given_before, shift=shift, move_bookings=move_bookings)
    if event.place_id != former_place:
        plan = plan_places(plan, rows, former_place, now=now, move_bookings=move_bookings)
    return rows, plan


def list_given(event: Event, rows: Sequence[Row], now: datetime) -> Given:
    """Return the dates that the event's rule gives after now, by recurrence ID.

    A single event gives the date at its time, or else the one that staff moved away from there in a series.
    """
    if not event.is_recurring:
        ahead = [row for row in rows if row.span.starts_at > now and row.status != Status.DROPPED]
        at = [row for row in ahead if row.span.starts_at == event.starts_at]
        away = [row for row in ahead if row.recurrence_id == event.starts_at]
        for row in (*sorted(at, key=lambda row: not row.takes_place), *away):
            end = row.span.starts_at + (event.ends_at - event.starts_at)
            return {row.recurrence_id: Span(row.span.starts_at, end)}
    return by_start(list_upcoming_dates(event, now))


def follow_event(event: Event, rows: Sequence[Row], before: Given, now: datetime) -> Given:
    """Return the date of a single event that gets another start: it keeps its ID, unless another date is there."""
    given = list_upcoming_dates(event, now)
    at = [row for row in rows if row.span.starts_at == event.starts_at and row.status != Status.DROPPED]
    ids = [*(row.recurrence_id for row in at), *before, event.starts_at]
    return dict(zip(ids[:1], given, strict=False))


def by_start(spans: Sequence[Span]) -> Given:
    return {span.starts_at: span for span in spans}


def list_rows(event: Event, now: datetime) -> list[Row]:
    """Return the event's dates with their taken seats. Two queries."""
    booked = Booking.objects.filter(occurrence=OuterRef("pk"))
    waited_for = WaitingEntry.objects.filter(occurrence=OuterRef("pk"))
    dates: list[Any] = list(
        event.occurrences.annotate(has_history=Exists(booked) | Exists(waited_for)).order_by("starts_at")
    )
    taken = count_taken_seats([date.pk for date in dates], now)
    return [
        Row(
            pk=date.pk,
            recurrence_id=date.recurrence_id,
            span=Span(date.starts_at, date.ends_at),
            status=Status(date.status),
            taken=taken.get(date.pk, 0),
            seats=date.seats,
            place=date.place_id,
            has_history=date.has_history,
        )
        for date in dates
    ]


def get_shift(before: tuple[Pattern | None, Span], after: tuple[Pattern | None, Span]) -> Shift | None:
    """Return how the times changed; None if they did not, or if the rule changed too, so that booked dates stay."""
    (old_pattern, old), (new_pattern, new) = before, after
    if get_rule(old_pattern) != get_rule(new_pattern):
        return None
    zone = get_shop_zone()
    by = to_wall_clock(new.starts_at, zone) - to_wall_clock(old.starts_at, zone)
    length = new.ends_at - new.starts_at
    return Shift(by, length, zone) if by or length != old.ends_at - old.starts_at else None


def get_rule(pattern: Pattern | None) -> tuple[object, ...]:
    """Return a pattern without its end, because the form sends a new end with every save."""
    return (pattern.interval, pattern.weekday, pattern.weeks) if pattern else ()


def apply_changes(event: Event, changes: Changes) -> None:
    columns = {name: value for name, value in changes.items() if name not in ("pattern", "is_recurring")}
    for name, value in columns.items():
        setattr(event, name, value)
    if event.ends_at < event.starts_at:
        raise BadRequest(END_AFTER_START, errors={"endTime": [END_AFTER_START]})
    pattern = changes.get("pattern", get_pattern(event))
    if not changes.get("is_recurring", event.is_recurring):
        pattern = None
    elif pattern is None:
        problem = "Choose how the event repeats."
        raise BadRequest(problem, errors={"recurringPattern": [problem]})
    elif pattern.until is not None and pattern.until < event.starts_at:
        problem = "The series ends before its first date. Choose a later end date."
        raise BadRequest(problem, errors={"recurringPattern.endDate": [problem]})
    set_pattern(event, pattern)


def add_missing_dates(event: Event, now: datetime) -> int:
    rows = list_rows(event, now)
    given = list_given(event, rows, now)
    missing = plan_dates(rows, given, now=now, given_before=given).add
    write_plan(event, Plan(add=missing), Cause(Source.RULE))
    return len(missing)


def write_plan(event: Event, plan: Plan, cause: Cause) -> None:
    remove_dates(plan.drop, cause)
    change_dates(Kind.DROPPED, dict.fromkeys(plan.hide), cause)
    offers.end_lines(occurrence_ids=plan.hide)
    change_recurrence_ids(plan.ids)
    keep_place([row.pk for row in plan.remain], plan.former_place)
    moves, former = {row.pk: span for row, span in plan.move}, plan.former_place
    change_dates(Kind.MOVED, moves, cause, former_place=former)
    change_dates(Kind.RELOCATED, {row.pk: None for row in plan.relocate}, cause, former_place=former)
    change_dates(Kind.RESTORED, {row.pk: span for row, span in plan.revive}, cause, former_place=former)
    if former:
        follow_events([event.pk], event.place_id)
    Occurrence.objects.bulk_create(build_date(event, span) for span in plan.add)


def build_date(event: Event, span: Span) -> Occurrence:
    return Occurrence(event=event, recurrence_id=span.starts_at, starts_at=span.starts_at, ends_at=span.ends_at)


def remove_dates(date_ids: Collection[int], cause: Cause) -> None:
    """Delete dates without bookings. Hide those that are still named, as by a booking that moved away from them."""
    try:
        Occurrence.objects.filter(pk__in=date_ids).delete()
    except ProtectedError as error:
        named = {pk for row in error.protected_objects for pk in list_named_dates(row)} & {*date_ids} or {*date_ids}
        change_dates(Kind.DROPPED, dict.fromkeys(named), cause)
        remove_dates({*date_ids} - named, cause)


def list_named_dates(row: models.Model) -> Iterator[int]:
    return (getattr(row, each.attname) for each in row._meta.concrete_fields if each.related_model is Occurrence)


# --- Moving one date -------------------------------------------------------------------------------------------------


def move_date(date: Occurrence, to: Span, cause: Cause, room: Room | None = None) -> None:
    """Move a locked date with its bookings, to another place or number of seats if there is another `room`.

    Raise NotPossible (`clash`) if the event has another date at that time. It keeps its recurrence ID, so the rule of a
    series doesn't give the old date again.
    """
    lock_rows(Event.objects.filter(pk=date.event_id))  # after the date, as in `lock_event`: nobody else adds dates now
    event, was, before = Event.objects.get(pk=date.event_id), date.setting, describe_date(date)
    kind = Kind.RELOCATED if to == was.span else Kind.MOVED
    if kind == Kind.MOVED:
        refuse_clash(date, to)
    change_dates(kind, {date.pk: to}, cause, {date.pk: room} if room else {})
    date.starts_at, date.ends_at = to.starts_at, to.ends_at
    if room:
        date.place_id, date.seats = room.place, room.seats
    if not event.is_recurring and event.starts_at == was.starts_at:
        event.starts_at, event.ends_at = to.starts_at, to.ends_at
        event.save(update_fields=["starts_at", "ends_at"])
    after = describe_date(date)
    changed = [name for name in before if before[name] != after[name]]
    before, after = ({name: values[name] for name in changed} for values in (before, after))
    audit.record(f"date {kind}", event, by=cause.by, before=before, after=after, reason=cause.reason or None)
    if date.setting.arrival != was.arrival:
        posts.announce_moved(date, was)


def describe_date(date: Occurrence) -> dict[str, Any]:
    """Return what the audit log says of a date that moves."""
    return {"startTime": format_utc(date.starts_at), "place": date.venue.text, "seats": date.capacity}


def refuse_clash(date: Occurrence, to: Span, *, advice: str = "Choose another time.") -> None:
    """Raise NotPossible for a time at which another date takes place, or the start of one that people had seats on.

    Links to that one would lead to this date.
    """
    others = Occurrence.objects.filter(event=date.event_id).exclude(pk=date.pk).exclude(status=Status.DROPPED)
    unused = Q(bookings=None, waiting_entries=None)
    for other in others.exclude(unused, status=Status.CANCELED):
        if other.starts_at == to.starts_at or (other.takes_place and overlaps(other, to)):
            local = other.starts_at.astimezone(get_shop_zone())
            raise NotPossible(
                f"This event has another date on {format_day(other.starts_at)}, {format_time(local)}. {advice}",
                code="clash",
            )
