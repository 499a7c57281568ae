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
        answer_until=cause.answer_until,
        source=cause.source,
    )
