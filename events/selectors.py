"""Find an event's date from a start time or a day.

A datetime matches the date that starts at it, even if that date is canceled; of several, the one that takes place, or
else the one that staff moved there. A day matches the only scheduled date on it in the shop's time zone, or the only
canceled one if none is scheduled.
"""

from collections.abc import Collection, Iterable
from datetime import date, datetime
from itertools import starmap
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet

from charityshop.exceptions import Missing
from events.datetimes import get_day_bounds, get_shop_zone, parse_day_or_datetime
from events.models import DateChange, Event, Occurrence

When = date | datetime  # a day, or a datetime without seconds
Reference = tuple[str, str]  # an event's public ID, and one of its dates as a client wrote it


class Row(NamedTuple):
    pk: int
    starts_at: datetime
    status: str
    recurrence_id: datetime
    event_public_id: str


BY_STATUS = [Occurrence.Status.SCHEDULED, Occurrence.Status.CANCELED, Occurrence.Status.DROPPED]
COLUMNS = ("pk", "starts_at", "status", "recurrence_id", "event__public_id")


def find_date(dates: QuerySet[Any], when: When) -> Any | None:
    """Return the matching date, or None if there is none or more than one. Raise ValueError for a day outside YEARS."""
    return pick_date(dates.filter(starts_at_any([when])), when)


def get_date(dates: QuerySet[Occurrence], when: When) -> Occurrence:
    """Return the matching one of an event's dates, with the event. Raise Missing if there is none or more than one."""
    found: Occurrence | None = find_date(dates.select_related("event"), when)
    if found is None:
        raise Missing("This event has no date at that time.", code="not_found")
    return found


def find_date_by_text(dates: QuerySet[Any], text: str) -> Any | None:
    """Return the date that a client wrote, or None; unreadable text matches no date."""
    when = parse_when(text)
    return None if when is None else find_date(dates, when)


def find_moved_date(event: Event, when: When) -> DateChange | None:
    """Return the newest change of a date that started then, to another start. A day matches if it was one date's.

    A date that was left out may have come back at another time.
    """
    left = DateChange.objects.filter(starts_at_any([when], "was_start"), occurrence__event=event)
    left = left.exclude(was_start=F("now_start")).exclude(occurrence__status=Occurrence.Status.DROPPED)
    newest = {entry.was_start: entry for entry in left.select_related("occurrence__event").order_by("pk")}
    is_one = len({entry.occurrence_id for entry in newest.values()}) == 1
    return newest[max(newest)] if is_one else None


def find_date_ids(references: Iterable[Reference]) -> dict[Reference, int]:
    """Return the IDs of the dates by reference, without references that match none. One query."""
    whens = {reference: when for reference in references if (when := parse_when(reference[1])) is not None}
    dates: dict[str, list[Row]] = {}
    for row in list_rows(set(whens.values()), {public_id for public_id, _ in whens}):
        dates.setdefault(row.event_public_id, []).append(row)
    found = {reference: pick_date(dates.get(reference[0], []), when) for reference, when in whens.items()}
    return {reference: row.pk for reference, row in found.items() if row is not None}


def list_rows(whens: Collection[When], event_public_ids: Collection[str]) -> Iterable[Row]:
    if not whens:
        return ()
    dates = Occurrence.objects.filter(starts_at_any(whens), event__public_id__in=event_public_ids)
    return starmap(Row, dates.values_list(*COLUMNS))


def parse_when(text: str) -> When | None:
    try:
        return parse_day_or_datetime(text)
    except ValueError:
        return None


def starts_at_any(whens: Collection[When], column: str = "starts_at") -> Q:
    """Match dates that start at one of the datetimes, or from the first to the last of the days: `pick_date` chooses.

    Days are not compared in the database, because PostgreSQL has data about time zones of its own.
    """
    found = Q(**{f"{column}__in": {when for when in whens if isinstance(when, datetime)}})
    if days := [get_day_bounds(when) for when in whens if not isinstance(when, datetime)]:
        found |= Q(**{f"{column}__gte": min(begin for begin, _ in days), f"{column}__lt": max(end for _, end in days)})
    return found


def is_at(starts_at: datetime, when: When) -> bool:
    """Return whether a date that starts then is meant."""
    return starts_at == when if isinstance(when, datetime) else starts_at.astimezone(get_shop_zone()).date() == when


def pick_date(dates: Iterable[Any], when: When) -> Any | None:
    if isinstance(when, datetime):
        return min((row for row in dates if row.starts_at == when), key=rank, default=None)
    begin, end = get_day_bounds(when)
    on_that_day = [row for row in dates if begin <= row.starts_at < end]
    candidates = [row for row in on_that_day if row.status == Occurrence.Status.SCHEDULED] or on_that_day
    return candidates[0] if len(candidates) == 1 else None


def rank(row: Any) -> tuple[int, bool]:
    """Return the sort key of dates that start at the same time: only one of them takes place."""
    return BY_STATUS.index(row.status), row.starts_at == row.recurrence_id
