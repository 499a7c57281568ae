"""A recurring night: its pattern to dates, and its pattern to and from rule text. Pure; the clock comes in as `now`.

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


# --- Pattern to and from rule text -----------------------------------------------------------------------------------

DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
FREQUENCIES: dict[Interval, str] = {"daily": "DAILY", "weekly": "WEEKLY", "monthly": "MONTHLY", "custom": "MONTHLY"}
NTH_DAY = re.compile(rf"([+-]?[0-9]+)?({'|'.join(DAYS)})")
BEGIN = re.compile(r"DTSTART(?:;[^:]*)?:(.*)")
STAMP = re.compile(r"[0-9]{8}(T[0-9]{6}(Z?))?")
UNREADABLE = "A repeat rule reads like RRULE:FREQ=WEEKLY or RRULE:FREQ=MONTHLY;BYDAY=2FR,-1FR."
INEXPRESSIBLE = "Nights here can't repeat in this way. Choose daily, weekly, monthly or custom."


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


def from_rrule(text: str, *, zone: ZoneInfo) -> Pattern | None:
    """The pattern that a rule text says, or None for a single date. `zone` reads an UNTIL that has none.

    Reads what `to_rrule` writes and what calendar clients write: parts in any order and any case, with or without
    "RRULE:" and a DTSTART line. Raises ValueError, with a sentence for people, for a rule that no Pattern can express.
    """
    parts, begin = _rule_parts(text, zone)
    if parts == {"FREQ": "DAILY", "COUNT": "1"}:
        return None
    until = _read_until(parts.pop("UNTIL"), zone) if "UNTIL" in parts else None
    frequency, by_day, month_day, position = (
        parts.pop(name, "") for name in ("FREQ", "BYDAY", "BYMONTHDAY", "BYSETPOS")
    )
    if parts or (position and not by_day):
        raise ValueError(INEXPRESSIBLE if frequency else UNREADABLE)
    # Weekly and monthly repeat the start's own day. A rule may say that day again, but no other.
    same_weekday = by_day in ("", *([DAYS[begin.weekday()]] if begin else DAYS)) and not position
    same_day = month_day in ("", *([str(begin.day)] if begin else map(str, range(1, 32))))
    match frequency, by_day, month_day:
        case "DAILY", "", "":
            return Pattern("daily", until=until)
        case "WEEKLY", _, "" if same_weekday:
            return Pattern("weekly", until=until)
        case "MONTHLY", "", _ if same_day:
            return Pattern("monthly", until=until)
        case "MONTHLY", _, "" if by_day:
            weekday, weeks = _read_nth_days(by_day, position)
            return Pattern("custom", weekday=weekday, weeks=weeks, until=until)
    raise ValueError(INEXPRESSIBLE if frequency else UNREADABLE)


def _rule_parts(text: str, zone: ZoneInfo) -> tuple[dict[str, str], datetime | None]:
    """The parts of the text's one rule, without those that say nothing, and its start on the wall clock, if said."""
    lines = [line.strip() for line in text.upper().splitlines() if line.strip()]
    begins = [found[1] for line in lines if (found := BEGIN.fullmatch(line))]
    rules = [line.removeprefix("RRULE:") for line in lines if not BEGIN.fullmatch(line)]
    if len(rules) != 1 or len(begins) > 1:
        raise ValueError(UNREADABLE)
    parts: dict[str, str] = {}
    for part in rules[0].strip(";").split(";"):
        name, _, value = part.partition("=")
        if not value or name in parts:
            raise ValueError(UNREADABLE)
        parts[name] = value
    if parts.get("INTERVAL", "1") == "1":
        parts.pop("INTERVAL", None)
        parts.pop("WKST", None)  # the first day of the week matters only to every second week and the like
    begin = begins[0] if begins else parts.pop("DTSTART", None)
    return parts, _read_begin(begin, zone) if begin else None


def _read_nth_days(by_day: str, position: str) -> tuple[int, tuple[int, ...]]:
    """The weekday and weeks of the month in "2FR,-1FR", or in "FR" with the positions "2,-1"."""
    found = [NTH_DAY.fullmatch(entry) for entry in by_day.split(",")]
    if not all(found) or (position and len(found) > 1):
        raise ValueError(INEXPRESSIBLE)
    nths = [day[1] or "" for day in found if day]
    if position:
        nths = position.split(",") if nths == [""] else []
    days = {day[2] for day in found if day}
    weeks = {"1": 1, "2": 2, "3": 3, "4": 4, "-1": LAST}  # a fifth Friday is not always the last: "5FR" has no Pattern
    if len(days) != 1 or not nths or not all(nth.lstrip("+") in weeks for nth in nths):
        raise ValueError(INEXPRESSIBLE)
    return DAYS.index(days.pop()), tuple(weeks[nth.lstrip("+")] for nth in nths)


def _read_until(text: str, zone: ZoneInfo) -> datetime:
    wall, has_time, is_utc = _read_stamp(text)
    if not has_time:
        return end_of_day(wall.date(), zone=zone)
    return wall.replace(tzinfo=UTC) if is_utc else instant(wall, zone)


def _read_begin(text: str, zone: ZoneInfo) -> datetime:
    wall, _, is_utc = _read_stamp(text)
    return wall_clock(wall.replace(tzinfo=UTC), zone) if is_utc else wall


def _read_stamp(text: str) -> tuple[datetime, bool, bool]:
    """The clock's time in "20261120T190000Z", whether it has a time of day, and whether it is in UTC."""
    if not (found := STAMP.fullmatch(text)):
        raise ValueError(UNREADABLE)
    try:
        return datetime.fromisoformat(text.removesuffix("Z")), bool(found[1]), bool(found[2])
    except ValueError:  # the 31st of February
        raise ValueError(UNREADABLE) from None


def _stamp(wall: datetime) -> str:
    return re.sub("[-:]", "", wall.replace(tzinfo=None).isoformat(timespec="seconds"))
