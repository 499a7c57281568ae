"""Change dates, and write down what happened. Nothing else changes when a date is, or whether it takes place."""

from collections.abc import Mapping, Sequence
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


@dataclass(frozen=True, slots=True)
class Cause:
    """Who changes dates, from where, and why."""

    source: Source
    by: User | None = None
    reason: str = ""
    answer_until: datetime | None = None


def change_dates(kind: Kind, spans: Mapping[int, Span | None], cause: Cause) -> None:
    """Change locked dates, by their IDs and in this order: to these times, or at those that they have.

    Add an entry for each date that differs. At most five queries for some hundred dates.
    """
    rows, status, now = Occurrence.objects.in_bulk(spans), STATUSES.get(kind), timezone.now()
    entries, moved = [], []
    for pk, to in spans.items():
        date, was = rows[pk], Span(rows[pk].starts_at, rows[pk].ends_at)
        span = to or was
        if span == was and status in (None, date.status):
            continue
        if span != was:
            date.starts_at, date.ends_at = span.starts_at, span.ends_at
            moved.append(date)
        entries.append(build_entry(kind, date, was, span, cause, now))
    write_times(moved, "starts_at", "ends_at")
    if status and entries:
        Occurrence.objects.filter(pk__in=[entry.occurrence_id for entry in entries]).update(status=status)
    DateChange.objects.bulk_create(entries)


def change_recurrence_ids(ids: Mapping[int, datetime]) -> None:
    """Give locked dates other recurrence IDs, when their event's rule changes. At most two queries."""
    write_times([Occurrence(pk=pk, recurrence_id=each) for pk, each in ids.items()], "recurrence_id")


def cancel_again(date: Occurrence, cause: Cause) -> DateChange:
    """Write down that staff cancel a date that is canceled, with another reason or other terms."""
    entry = build_entry(Kind.CANCELED, date, span := Span(date.starts_at, date.ends_at), span, cause, timezone.now())
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


def build_entry(kind: Kind, date: Occurrence, was: Span, span: Span, cause: Cause, now: datetime) -> DateChange:
    return DateChange(
        occurrence=date,
        kind=kind,
        was_start=was.starts_at,
        was_end=was.ends_at,
        now_start=span.starts_at,
        now_end=span.ends_at,
        reason=cause.reason,
        by=cause.by,
        at=now,
        answer_until=get_answer_until(kind, date, was, span, cause),
        source=cause.source,
    )


def get_answer_until(kind: Kind, date: Occurrence, was: Span, span: Span, cause: Cause) -> datetime | None:
    """Return until when buyers choose about a canceled date or a new start. Of a new end they are only told."""
    if kind == Kind.CANCELED or cause.answer_until is None:
        return cause.answer_until
    is_choice = kind == Kind.MOVED and date.takes_place and span.starts_at != was.starts_at
    return min(cause.answer_until, span.starts_at) if is_choice else None
