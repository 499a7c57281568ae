"""Change dates, and write down what happened.

Nothing else changes when and where a date is, how many seats it has of its own, or whether it takes place.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from events.models import DateChange, Occurrence
from events.recurrence import Span

Kind = DateChange.Kind
Source = DateChange.Source
STATUSES = {
    Kind.CANCELED: Occurrence.Status.CANCELED,
    Kind.RESTORED: Occurrence.Status.SCHEDULED,
    Kind.DROPPED: Occurrence.Status.DROPPED,
}
MOVES = (Kind.MOVED, Kind.RELOCATED)


@dataclass(frozen=True, slots=True)
class Cause:
    """Who changes dates, from where, and why."""

    source: Source
    by: User | None = None
    reason: str = ""
    answer_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Room:
    """The own place of a date, by its key, and its own number of seats. None: the event's."""

    place: int | None
    seats: int | None


def change_dates(
    kind: Kind,
    spans: Mapping[int, Span | None],
    cause: Cause,
    rooms: Mapping[int, Room] | None = None,
    *,
    former_place: int | None = None,
) -> None:
    """Change locked dates, by their IDs and in this order: to these times, or at those that they have.

    `rooms` are those of dates that get another place or number of seats. `former_place` is that of their event, which
    is stored at another one already. Add an entry for each date that differs. At most six queries for some hundred
    dates.
    """
    rows, status, now = Occurrence.objects.select_related("event").in_bulk(spans), STATUSES.get(kind), timezone.now()
    entries, moved, relocated = [], [], []
    for pk, to in spans.items():
        date, room = rows[pk], (rooms or {}).get(pk)
        entry = start_entry(kind, date, cause, now, former_place)
        span = to or entry.was.span
        if is_other_room := room is not None and room != Room(date.place_id, date.seats):
            date.place_id, date.seats = room.place, room.seats
            relocated.append(date)
        if span != entry.was.span:
            date.starts_at, date.ends_at = span.starts_at, span.ends_at
            moved.append(date)
        if date.setting == entry.was and not is_other_room and status in (None, date.status):
            continue
        entries.append(end_entry(entry, cause))
    write_times(moved, "starts_at", "ends_at")
    if relocated:
        Occurrence.objects.bulk_update(relocated, ["place", "seats"])
    if status and entries:
        Occurrence.objects.filter(pk__in=[entry.occurrence_id for entry in entries]).update(status=status)
    DateChange.objects.bulk_create(entries)


def keep_place(date_ids: Collection[int], place: int | None) -> None:
    """Let locked dates stay at this place of their event, which is at another one from now on. Nothing new is shown."""
    unchanged = {name: F(name) for name in ("changed_at", "revision")}
    if date_ids:
        Occurrence.objects.filter(pk__in=date_ids).update(place=place, **unchanged)


def follow_events(events: Collection[int], place: int) -> None:
    """Let upcoming locked dates of their own at the place of these events follow them from now on.

    Nothing new is shown.
    """
    unchanged = {name: F(name) for name in ("changed_at", "revision")}
    ahead = Occurrence.objects.filter(event__in=events, place=place, starts_at__gt=timezone.now())
    ahead.update(place=None, **unchanged)


def change_recurrence_ids(ids: Mapping[int, datetime]) -> None:
    """Give locked dates other recurrence IDs, when their event's rule changes. At most two queries."""
    write_times([Occurrence(pk=pk, recurrence_id=each) for pk, each in ids.items()], "recurrence_id")


def cancel_again(date: Occurrence, cause: Cause) -> DateChange:
    """Write down that staff cancel a date that is canceled, with another reason or other terms."""
    entry = end_entry(start_entry(Kind.CANCELED, date, cause, timezone.now()), cause)
    entry.save(force_insert=True)
    return entry


def write_times(dates: Sequence[Occurrence], *columns: str) -> None:
    """Write these times of dates at once, however the dates change places.

    First put the dates off the full minute, where no other is: databases compare unique columns row by row.
    """
    if len(dates) > 1:
        aside = {name: F(name) - timedelta(seconds=30) for name in columns if name != "ends_at"}
        unchanged = {name: F(name) for name in ("changed_at", "revision")}
        Occurrence.objects.filter(pk__in=[date.pk for date in dates]).update(**aside, **unchanged)
    if dates:
        Occurrence.objects.bulk_update(dates, columns)


def start_entry(
    kind: Kind, date: Occurrence, cause: Cause, now: datetime, former_place: int | None = None
) -> DateChange:
    """Write down how a date is before it changes."""
    return DateChange(
        occurrence=date,
        kind=kind,
        was_start=date.starts_at,
        was_end=date.ends_at,
        was_place_id=date.place_id or former_place or date.event.place_id,
        was_seats=date.capacity,
        reason=cause.reason,
        by=cause.by,
        at=now,
        source=cause.source,
    )


def end_entry(entry: DateChange, cause: Cause) -> DateChange:
    """Write down how its date is since."""
    date = entry.occurrence
    entry.now_start, entry.now_end, entry.now_place_id = date.setting
    entry.now_seats = date.capacity
    entry.answer_until = get_answer_until(entry, cause)
    return entry


def get_answer_until(entry: DateChange, cause: Cause) -> datetime | None:
    """Return until when buyers choose about a canceled date, a new start or another place.

    Of a new end they are only told.
    """
    if entry.kind == Kind.CANCELED or cause.answer_until is None:
        return cause.answer_until
    is_choice = entry.kind in MOVES and entry.occurrence.takes_place and entry.was.arrival != entry.now.arrival
    return min(cause.answer_until, entry.now_start) if is_choice else None
