"""A recurring night: its pattern to dates, and its pattern to rule text. Pure; the clock comes in as `now`.

Patterns are about the wall clock of the shop's zone: a 19:00 night stays at 19:00 when the clocks change. A wall time
that a clock change skips moves forward by what was skipped; one that comes twice is taken the first time. Every date
keeps the elapsed length of the first one. Instants come in with any zone and go out in UTC, in whole minutes.
"""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from typing import Literal, get_args
from zoneinfo import ZoneInfo

from dateutil import rrule
from dateutil.relativedelta import relativedelta

Interval = Literal["daily", "weekly", "monthly", "custom"]

LAST = 5  # as a week of the month
MOST_ROWS = 400
# The calendar ends somewhere; absurd dates are taken to its ends instead of overflowing.
EARLIEST, LATEST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(second=0, microsecond=0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Pattern:
    """How a night repeats. Raises ValueError, with a sentence for people, where the parts make no pattern.

    Daily, weekly and monthly repeat the start's own time, weekday and day of the month; `weekday` and `weeks` count
    for custom alone and are emptied otherwise. A date that starts at `until` is still in.
    """

    interval: Interval
    weekday: int | None = None  # Monday is 0, Sunday is 6
    weeks: tuple[int, ...] = ()  # 1 to 4, and 5 for the last week of the month
    until: datetime | None = None  # None repeats for as long as the caller asks

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
        if not set(self.weeks) <= set(range(1, LAST + 1)):
            raise ValueError("Choose weeks of the month from 1st to 4th, or Last.")
        if self.until is not None:
            object.__setattr__(self, "until", to_minute(self.until))


@dataclass(frozen=True, slots=True)
class Span:
    """One date of a night, in UTC."""

    starts_at: datetime
    ends_at: datetime


# --- Pattern to dates ------------------------------------------------------------------------------------------------


def horizon(pattern: Pattern, *, end: datetime, now: datetime, zone: ZoneInfo) -> datetime:
    """How far ahead dates are written: the pattern's own end, or one year past the later of `end` and now.

    The year is one of the shop's calendar, so that the same evening a year on is in whatever the clocks did.
    """
    if pattern.until is not None:
        return pattern.until
    latest = wall_clock(max(end, now), zone)
    return instant(latest + relativedelta(years=1), zone) if latest.year < LATEST.year else LATEST


def expand(
    pattern: Pattern,
    *,
    start: datetime,
    end: datetime,
    until: datetime,
    zone: ZoneInfo,
    after: datetime | None = None,
    limit: int | None = MOST_ROWS,
) -> list[Span]:
    """The first `limit` dates of the night that starts at `start`: at most up to `until`, and only later than `after`.

    The start itself is a date only where it fits the pattern. The work done depends on the dates asked for and not on
    how long ago the series began, so a series is rolled forward by asking again with `after=now`.
    """
    start, end, until = to_minute(start), to_minute(end), to_minute(until)
    if end < start:
        raise ValueError("End time must be after start time.")
    until = min(until, pattern.until or until)
    rows = _starts(pattern, start=start, until=until, zone=zone, after=after)
    length = end - start
    return [Span(at, at + length) for at in islice(rows, limit) if at <= LATEST - length]


def dates_to_write(pattern: Pattern, *, start: datetime, end: datetime, now: datetime, zone: ZoneInfo) -> list[Span]:
    """Every date a night has when it is saved: the latest 400 that are past, and the next 400 up to the horizon."""
    until = horizon(pattern, end=end, now=now, zone=zone)
    coming = expand(pattern, start=start, end=end, until=until, zone=zone, after=now)
    longest_step = {"daily": 1, "weekly": 7}.get(pattern.interval, 62)  # days; a 31st comes every other month
    reach = timedelta(days=longest_step * MOST_ROWS)
    since = now - reach if now - EARLIEST > reach else None
    past = expand(pattern, start=start, end=end, until=now, zone=zone, after=since, limit=None)
    return [*deque(past, maxlen=MOST_ROWS), *coming]


def end_of_day(day: date, *, zone: ZoneInfo) -> datetime:
    """The last minute of a day in the shop's zone: an end date without a time takes in that whole day."""
    if day >= LATEST.date():
        return LATEST
    return instant(datetime.combine(day + timedelta(days=1), datetime.min.time()), zone) - timedelta(minutes=1)


def to_minute(moment: datetime) -> datetime:
    """The instant in UTC, cut to its whole minute."""
    if moment.utcoffset() is None:
        raise ValueError("A time needs its zone.")
    try:
        return moment.astimezone(UTC).replace(second=0, microsecond=0)
    except OverflowError:
        return LATEST if moment.year == LATEST.year else EARLIEST


def instant(wall: datetime, zone: ZoneInfo) -> datetime:
    """When the clock in the zone shows this: a skipped time moves forward, and of two the first is taken."""
    # With fold=0 a skipped time is read with the offset before the change, which is what moves it forward.
    return to_minute(wall.replace(tzinfo=zone, fold=0))


def wall_clock(moment: datetime, zone: ZoneInfo) -> datetime:
    """What the clock in the zone shows, without the zone."""
    try:
        return moment.astimezone(zone).replace(tzinfo=None)
    except OverflowError:
        return to_minute(moment).replace(tzinfo=None)


def _starts(
    pattern: Pattern, *, start: datetime, until: datetime, zone: ZoneInfo, after: datetime | None
) -> Iterator[datetime]:
    first = wall_clock(start, zone)
    previous = after if after is not None and after >= start else None
    for wall in _walls(pattern, first, since=wall_clock(previous, zone) if previous else first):
        # The start was chosen as an instant: where its wall time comes twice, it may be the second.
        at = start if wall == first else instant(wall, zone)
        if at > until or wall.year == LATEST.year:
            return
        if previous is None or at > previous:  # a zone that skips a whole day moves its date onto the next day's
            previous = at
            yield at


def _walls(pattern: Pattern, first: datetime, *, since: datetime) -> Iterator[datetime]:
    """The pattern on the wall clock, without a zone: from `first` on, leaving out most of what is before `since`."""
    # Two days to spare, because a clock change may move a date by up to a day.
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
    return [rrule.weekday(pattern.weekday or 0, -1 if week == LAST else week) for week in pattern.weeks]


# --- Pattern to rule text --------------------------------------------------------------------------------------------

DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
FREQUENCIES: dict[Interval, str] = {"daily": "DAILY", "weekly": "WEEKLY", "monthly": "MONTHLY", "custom": "MONTHLY"}


def to_rrule(pattern: Pattern | None, *, start: datetime, zone: ZoneInfo) -> str:
    """Two lines of iCalendar text. Without a pattern: that one date, which a client may expand again and get itself."""
    if pattern is None:
        return f"DTSTART:{_stamp(to_minute(start))}Z\nRRULE:FREQ=DAILY;COUNT=1"
    parts = [f"FREQ={FREQUENCIES[pattern.interval]}"]
    if pattern.interval == "custom":
        parts.append("BYDAY=" + ",".join(f"{day.n}{DAYS[day.weekday]}" for day in _nth_weekdays(pattern)))
    if pattern.until is not None:
        parts.append(f"UNTIL={_stamp(pattern.until)}Z")
    return f"DTSTART;TZID={zone.key}:{_stamp(wall_clock(to_minute(start), zone))}\nRRULE:{';'.join(parts)}"


def _stamp(wall: datetime) -> str:
    return re.sub("[-:]", "", wall.replace(tzinfo=None).isoformat(timespec="seconds"))
