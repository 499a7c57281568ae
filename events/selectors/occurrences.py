"""Which date of a night somebody means who names an instant, or a day.

An instant names the date that starts then, whether or not it takes place. A bare day names the one date that takes
place on it, in the shop's zone; where none does, the one that was to.
"""

from collections.abc import Collection, Iterable
from datetime import date, datetime
from itertools import starmap
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from events.datetimes import day_bounds, read_day_or_moment
from events.models import Occurrence

When = date | datetime  # a bare day, or an instant to the minute
Named = tuple[str, str]  # a night's public id, and a date of it as a client writes one


class Row(NamedTuple):
    """As much of a date as says which one it is."""

    pk: int
    starts_at: datetime
    status: str
    night: str


ROW = ("pk", "starts_at", "status", "event__public_id")


def find_date(dates: QuerySet[Any], when: When) -> Any | None:
    """The one of these dates that is meant; None for none or several. One query; ValueError for no day of ours."""
    return meant(dates.filter(starting([when])), when)


def date_named(dates: QuerySet[Any], text: str) -> Any | None:
    """The same for what a client wrote; what is no time at all names no date."""
    when = when_in(text)
    return None if when is None else find_date(dates, when)


def dates_named(asked: Iterable[Named]) -> dict[Named, int]:
    """The ids of dates of several nights, by what names them; what names none is not in it.

    One query, however many there are.
    """
    whens = {named: when for named in asked if (when := when_in(named[1])) is not None}
    nights = {public_id for public_id, _ in whens}
    dates: dict[str, list[Row]] = {}
    for row in rows_starting(set(whens.values()), nights):
        dates.setdefault(row.night, []).append(row)
    found = {named: meant(dates.get(named[0], []), when) for named, when in whens.items()}
    return {named: row.pk for named, row in found.items() if row is not None}


def rows_starting(whens: Collection[When], nights: Collection[str]) -> Iterable[Row]:
    if not whens:
        return ()
    dates = Occurrence.objects.filter(starting(whens), event__public_id__in=nights)
    return starmap(Row, dates.values_list(*ROW))


def when_in(text: str) -> When | None:
    try:
        when = read_day_or_moment(text)
        if not isinstance(when, datetime):
            day_bounds(when)  # refuses days outside the calendar
    except ValueError:
        return None
    return when


def starting(whens: Iterable[When]) -> Q:
    """Matches what starts at one of these instants, or on one of these days. Flat lists: a cart may name thousands."""
    instants = {when for when in whens if isinstance(when, datetime)}
    days = {when for when in whens if not isinstance(when, datetime)}
    return Q(starts_at__in=instants) | Q(starts_at__date__in=days)


def meant(dates: Iterable[Any], when: When) -> Any | None:
    if isinstance(when, datetime):
        return next((row for row in dates if row.starts_at == when), None)
    begin, end = day_bounds(when)
    that_day = [row for row in dates if begin <= row.starts_at < end]
    take_place = [row for row in that_day if row.status == Occurrence.Status.SCHEDULED] or that_day
    return take_place[0] if len(take_place) == 1 else None
