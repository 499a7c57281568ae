"""Expand a recurring event's pattern into dates, and write it as an iCalendar rule. Pure: the caller passes `now`.

Patterns follow the wall clock of the shop's time zone: an event at 19:00 stays at 19:00 when the clocks change. A local
time that a clock change skips moves forward; of a local time that occurs twice, the first is used. Every date lasts as
long as the first. Arguments may have any time zone; results are in UTC, in whole minutes.
"""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Literal, get_args
from zoneinfo import ZoneInfo

from dateutil import rrule
from dateutil.relativedelta import relativedelta

Interval = Literal["daily", "weekly", "monthly", "custom"]

LAST_WEEK = 5  # of the month
MAX_DATES = 400
# Dates beyond what datetime can represent are clamped instead of raising OverflowError.
EARLIEST, LATEST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(second=0, microsecond=0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Pattern:
    """How an event repeats. Raise ValueError, with a message for users, if the parts do not make a pattern.

    Daily, weekly and monthly repeat the time, weekday and day of the month of the event's start. Only custom uses
    `weekday` and `weeks`; otherwise they are cleared. A date that starts exactly at `until` is included.
    """

    interval: Interval
    weekday: int | None = None  # Monday is 0, Sunday is 6
    weeks: tuple[int, ...] = ()  # 1 to 4, and 5 for the last week of the month
    until: datetime | None = None  # None: the caller limits the dates

    def __post_init__(self) -> None:
        if self.interval not in get_args(Interval):
            raise ValueError("Choose daily, weekly, monthly or custom.")
        is_custom = self.interval == "custom"
        object.__setattr__(self, "weekday", self.weekday if is_custom else None)
        object.__setattr__(self, "weeks", tuple(sorted(set(self.weeks))) if is_custom else ())
        if is_custom and self.weekday not in range(7):
            raise ValueError("Choose a day of the week.")
        if is_custom and not self.weeks:
            raise ValueError("Choose at least one week of the month.")
        if not set(self.weeks) <= set(range(1, LAST_WEEK + 1)):
            raise ValueError("Choose weeks of the month from 1st to 4th, or Last.")
        if self.until is not None:
            object.__setattr__(self, "until", to_minute(self.until))


@dataclass(frozen=True, slots=True)
class Span:
    """The start and end of one date, in UTC."""

    starts_at: datetime
    ends_at: datetime


# --- Pattern to dates ------------------------------------------------------------------------------------------------


def get_horizon(pattern: Pattern, *, end: datetime, now: datetime, zone: ZoneInfo) -> datetime:
    """Return how far ahead dates are stored: the pattern's end, or one year after the later of `end` and now.

    The year is added on the wall clock, so that the same evening a year later is included in spite of clock changes.
    """
    if pattern.until is not None:
        return pattern.until
    latest = to_wall_clock(max(end, now), zone)
    return from_wall_clock(latest + relativedelta(years=1), zone) if latest.year < LATEST.year else LATEST


def expand(
    pattern: Pattern,
    *,
    start: datetime,
    end: datetime,
    until: datetime,
    zone: ZoneInfo,
    after: datetime | None = None,
    limit: int | None = MAX_DATES,
) -> list[Span]:
    """Return the first `limit` dates up to `until`, only those later than `after`.

    The start itself is a date only if it fits the pattern. The cost depends on the dates returned, not on how long ago
    the series began, so a series can be extended with `after=now`.
    """
    start, end, until = to_minute(start), to_minute(end), to_minute(until)
    if end < start:
        raise ValueError("End time must be after start time.")
    until = min(until, pattern.until or until)
    rows = _iter_starts(pattern, start=start, until=until, zone=zone, after=after)
    length = end - start
    return [Span(at, at + length) for at in islice(rows, limit) if at <= LATEST - length]


def list_dates(pattern: Pattern, *, start: datetime, end: datetime, now: datetime, zone: ZoneInfo) -> list[Span]:
    """Return the dates of a newly saved series: the latest MAX_DATES past ones and as many upcoming ones."""
    until = get_horizon(pattern, end=end, now=now, zone=zone)
    upcoming = expand(pattern, start=start, end=end, until=until, zone=zone, after=now)
    longest_step = {"daily": 1, "weekly": 7}.get(pattern.interval, 62)  # days; a 31st comes every other month
    reach = timedelta(days=longest_step * MAX_DATES)
    since = now - reach if now - EARLIEST > reach else None
    past = expand(pattern, start=start, end=end, until=now, zone=zone, after=since, limit=None)
    return [*deque(past, maxlen=MAX_DATES), *upcoming]


def to_minute(value: datetime) -> datetime:
    """Convert to UTC and drop the seconds."""
    if value.utcoffset() is None:
        raise ValueError("A time needs its zone.")
    try:
        return value.astimezone(UTC).replace(second=0, microsecond=0)
    except OverflowError:
        return LATEST if value.year == LATEST.year else EARLIEST


def from_wall_clock(wall: datetime, zone: ZoneInfo) -> datetime:
    """Convert a local time to UTC. A skipped time moves forward; of a time that occurs twice, the first is used."""
    # fold=0 reads a skipped time with the offset before the change, which moves it forward.
    return to_minute(wall.replace(tzinfo=zone, fold=0))


def to_wall_clock(value: datetime, zone: ZoneInfo) -> datetime:
    """Convert to the zone's local time, as a naive datetime."""
    try:
        return value.astimezone(zone).replace(tzinfo=None)
    except OverflowError:
        return to_minute(value).replace(tzinfo=None)


def _iter_starts(
    pattern: Pattern, *, start: datetime, until: datetime, zone: ZoneInfo, after: datetime | None
) -> Iterator[datetime]:
    first = to_wall_clock(start, zone)
    previous = after if after is not None and after >= start else None
    for wall in _iter_wall_times(pattern, first, since=to_wall_clock(previous, zone) if previous else first):
        # If the start's local time occurs twice, staff may have chosen the second.
        at = start if wall == first else from_wall_clock(wall, zone)
        if at > until or wall.year == LATEST.year:
            return
        if previous is None or at > previous:  # if a zone skips a day, two dates get the same start
            previous = at
            yield at


def _iter_wall_times(pattern: Pattern, first: datetime, *, since: datetime) -> Iterator[datetime]:
    """Yield the pattern's local times from `first` on, without most of those before `since`."""
    # Start two days early, because a clock change can move a date by up to a day.
    begin = first + max(timedelta(0), timedelta(days=(since - first).days - 2))
    match pattern.interval:
        case "daily":
            return iter(rrule.rrule(rrule.DAILY, begin))
        case "weekly":
            return iter(rrule.rrule(rrule.WEEKLY, begin, byweekday=first.weekday()))
        case "monthly":
            return iter(rrule.rrule(rrule.MONTHLY, begin, bymonthday=first.day))
        case "custom":
            return iter(rrule.rrule(rrule.MONTHLY, begin, byweekday=_nth_weekdays(pattern)))


def _nth_weekdays(pattern: Pattern) -> list[rrule.weekday]:
    return [rrule.weekday(pattern.weekday or 0, -1 if week == LAST_WEEK else week) for week in pattern.weeks]


# --- Pattern to rule text --------------------------------------------------------------------------------------------

DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
FREQUENCIES: dict[Interval, str] = {"daily": "DAILY", "weekly": "WEEKLY", "monthly": "MONTHLY", "custom": "MONTHLY"}


def to_rrule(pattern: Pattern | None, *, start: datetime, zone: ZoneInfo) -> str:
    """Format a rule as two lines of iCalendar text. Without a pattern, the rule expands to the start alone."""
    if pattern is None:
        return f"DTSTART:{_format_local(to_minute(start))}Z\nRRULE:FREQ=DAILY;COUNT=1"
    parts = [f"FREQ={FREQUENCIES[pattern.interval]}"]
    if pattern.interval == "custom":
        parts.append("BYDAY=" + ",".join(f"{day.n}{DAYS[day.weekday]}" for day in _nth_weekdays(pattern)))
    if pattern.until is not None:
        parts.append(f"UNTIL={_format_local(pattern.until)}Z")
    return f"DTSTART;TZID={zone.key}:{_format_local(to_wall_clock(to_minute(start), zone))}\nRRULE:{';'.join(parts)}"


def _format_local(wall: datetime) -> str:
    return re.sub("[-:]", "", wall.replace(tzinfo=None).isoformat(timespec="seconds"))
