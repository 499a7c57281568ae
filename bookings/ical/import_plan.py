"""Plan which drafts a calendar file makes. Pure: the caller passes the text, the time and the shop's time zone.

An event becomes a series where a rule of the shop gives exactly its dates, which is tried by expanding both. Otherwise
each date becomes an event. Dates that are over are left out: their sales are not known.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from itertools import islice
from time import thread_time
from typing import Any
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta
from dateutil.rrule import rrulestr

from bookings.event_plan import overlaps
from bookings.ical.calendar_reader import EVENT, ZONE, Entry, Unreadable, Zones, read_blocks, read_entry
from charityshop.text import format_day_and_year
from events.recurrence import LAST_WEEK, Pattern, Span, expand, to_minute, to_wall_clock

MAX_MADE = 1_000
MAX_REPEATS = 20_000
READ_WITHIN = 1.5  # seconds of the processor, in a request
TOO_MUCH = f"Up to here, this is too much: {MAX_MADE:,} events can be made at once. Choose a file of fewer dates."
TOO_SLOW = "Up to here, reading takes too long. Choose a file of fewer events."
UNITS = {"DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"}
ONE_YEAR = relativedelta(years=1)
RULE_PARTS = {"FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS"}
Changes = Mapping[datetime, Span | None]  # by start in the rule: the new time; None if the date doesn't take place


@dataclass(frozen=True, slots=True)
class NewEvent:
    """A draft to make."""

    line: int
    fields: Mapping[str, Any]  # of `create_event`
    dates: int  # that take place
    changes: Changes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Note:
    """What became of something in the file, or what is wrong with it."""

    line: int
    name: str
    message: str


@dataclass(frozen=True, slots=True)
class CalendarPlan:
    """What a file makes. With errors, it makes nothing."""

    made: list[NewEvent] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    errors: list[Note] = field(default_factory=list)


def plan_calendar(text: str, *, now: datetime, zone: ZoneInfo, within: float = READ_WITHIN) -> CalendarPlan:
    plan, groups, stop_at = CalendarPlan(), dict[str, list[Entry]](), thread_time() + within
    try:
        blocks = read_blocks(text)
        zones = Zones(zone, blocks[ZONE])
    except Unreadable as problem:
        return CalendarPlan(errors=[Note(problem.line, "", problem.message)])
    for block in blocks[EVENT]:
        try:
            if entry := read_entry(block, zones):
                add_to_group(groups, entry)
            else:
                plan.notes.append(Note(block.line, "", "This lasts whole days, and is left out."))
        except Unreadable as problem:
            plan.errors.append(Note(problem.line, "", problem.message))
        if thread_time() > stop_at:
            return CalendarPlan(errors=[Note(block.line, "", TOO_SLOW)])
    over = []
    for first, *changed in groups.values():
        name = first.texts.get("name", "")
        try:
            made, message = plan_series(first, changed, zone, now) if first.rule else plan_dates([first, *changed], now)
            plan.made.extend(made)
            if message:
                plan.notes.append(Note(first.line, name, message))
            elif not made:
                over.append(first)
        except Unreadable as problem:
            plan.errors.append(Note(problem.line, name, problem.message))
        if len(plan.made) > MAX_MADE:
            return CalendarPlan(errors=[Note(first.line, name, TOO_MUCH)])
        if thread_time() > stop_at:
            return CalendarPlan(errors=[Note(first.line, name, TOO_SLOW)])
    if over:
        are = "1 event is" if len(over) == 1 else f"{len(over):,} events are"
        plan.notes.append(Note(over[0].line, "", f"{are} over or canceled, and left out."))
    return plan


def add_to_group(groups: dict[str, list[Entry]], entry: Entry) -> None:
    """Add an event to those with its UID: the event itself first, then its changed dates."""
    group = groups.setdefault(entry.uid, [])
    if entry.replaces:
        group.append(entry)
    elif group and not group[0].replaces:  # another event with the same UID, which some programs give to all
        groups[f"{entry.uid} {entry.line}"] = [entry]
    else:
        group.insert(0, entry)


def plan_dates(entries: Sequence[Entry], now: datetime) -> tuple[list[NewEvent], str]:
    """Return the drafts of dates without a rule, such as those of a series that the file has only in part."""
    spans = [(entry, entry.span_at(at)) for entry in entries for at in (entry.starts_at, *entry.added)]
    return [make_draft(entry, span) for entry, span in spans if span.starts_at > now and not entry.is_canceled], ""


def plan_series(first: Entry, changed: Sequence[Entry], zone: ZoneInfo, now: datetime) -> tuple[list[NewEvent], str]:
    """Return the drafts of a series, and what the shop can't say about it. Raise Unreadable."""
    soon = max(now, to_minute(first.starts_at)) + ONE_YEAR  # as far as the shop makes dates of a series without an end
    has_end = "COUNT" in first.rule or "UNTIL" in first.rule
    is_monthly = first.rule["FREQ"] == ["MONTHLY"] and first.rule.get("INTERVAL", [1]) == [1]
    starts = [] if first.is_canceled else list_starts(first, None if has_end else soon + ONE_YEAR)
    changes = read_changes(first, changed, starts, now)
    upcoming = [start for start in starts if start > now]
    others = [span for start, span in changes.items() if span and start not in upcoming]
    made = [make_draft(first, span) for span in [*others, *map(first.span_at, first.added)] if span.starts_at > now]
    has_one = has_end and not upcoming[1:]
    for is_split in (False, True) if upcoming and not has_one else ():
        groups = split_by_weekday(upcoming, zone) if is_split else [upcoming]
        patterns = [
            find_pattern(group, soon + ONE_YEAR, zone, has_end=has_end, is_monthly=is_monthly) for group in groups
        ]
        series = [make_series(first, *each, changes, soon) for each in zip(groups, patterns, strict=True)]
        if all(series):
            made += [each for each in series if each and each.dates]
            return made, f"{describe(first)}: {len(series)} series, by weekday." if series[1:] else ""
    spans = [changes.get(start, first.span_at(start)) for start in upcoming if start <= soon]
    singles = [make_draft(first, span) for span in spans if span]
    until = f" until {format_day_and_year(to_wall_clock(soon, zone))}" if upcoming and upcoming[-1] > soon else ""
    dates = "1 single date" if len(singles) == 1 else f"{len(singles)} single dates"
    return made + singles, f"{describe(first)}: {dates}{until}." if singles and not has_one else ""


def split_by_weekday(starts: Sequence[datetime], zone: ZoneInfo) -> list[list[datetime]]:
    groups: dict[int, list[datetime]] = {}
    for start in starts:
        groups.setdefault(to_wall_clock(start, zone).weekday(), []).append(start)
    return list(groups.values())


def make_series(
    first: Entry, starts: Sequence[datetime], pattern: Pattern | None, changes: Changes, soon: datetime
) -> NewEvent | None:
    """Return the draft of a series. None without a pattern, or if a date moves onto another one."""
    own = {start: changes[start] for start in starts if start in changes}
    moved = [span for span in own.values() if span]
    spans = moved and moved + [first.span_at(start) for start in starts if start not in own]
    if any(span.starts_at in starts or sum(overlaps(span, each) for each in spans) > 1 for span in moved):
        return None
    if pattern is None:
        return None
    kept = [start for start in starts if start not in own] + [span.starts_at for span in moved]
    fields = {**make_draft(first, first.span_at(starts[0])).fields, "is_recurring": True, "pattern": pattern}
    return NewEvent(first.line, fields, sum(start <= soon for start in kept), own)


def find_pattern(
    starts: Sequence[datetime], horizon: datetime, zone: ZoneInfo, *, has_end: bool, is_monthly: bool
) -> Pattern | None:
    """Return the pattern that gives exactly these starts, if there is one."""
    days, until = [to_wall_clock(start, zone) for start in starts], starts[-1] if has_end else None
    weeks = {(day.day - 1) // 7 + 1: (day + timedelta(weeks=1)).month != day.month for day in days}  # to: the last?
    weekday, all_weeks = days[0].weekday(), tuple(weeks)
    patterns = [Pattern("weekly", until=until), Pattern("daily", until=until)]
    if is_monthly:  # a few dates of other rules could be weekdays of the month by chance
        choices = (all_weeks, (LAST_WEEK,), (min(weeks), LAST_WEEK))
        patterns = [Pattern("monthly", until=until), *(Pattern("custom", weekday, each, until) for each in choices)]
    for pattern in patterns:
        limit = len(starts) + 1
        spans = expand(pattern, start=starts[0], end=starts[0], until=until or horizon, zone=zone, limit=limit)
        if [span.starts_at for span in spans] == list(starts):
            return pattern
    return None


def make_draft(entry: Entry, span: Span) -> NewEvent:
    return NewEvent(entry.line, {**entry.texts, "starts_at": span.starts_at, "ends_at": span.ends_at}, 1)


def read_changes(first: Entry, changed: Sequence[Entry], starts: Sequence[datetime], now: datetime) -> Changes:
    excluded, zone = set(first.excluded), first.starts_at.tzinfo
    gone = [start for start in starts if start in excluded or start.astimezone(zone).date() in excluded]
    changes: dict[datetime, Span | None] = dict.fromkeys(gone)
    for entry in changed:
        start, span = to_minute(entry.replaces or entry.starts_at), entry.span_at(entry.starts_at)
        changes[start] = None if entry.is_canceled or span.starts_at <= now else span
        if start in starts and changes[start] == first.span_at(start):
            del changes[start]  # only its texts changed
    return changes


def list_starts(entry: Entry, horizon: datetime | None) -> list[datetime]:
    """Return the starts of an event, in UTC; of a rule without an end those up to the horizon. Raise Unreadable."""
    zone, wall = entry.starts_at.tzinfo, entry.starts_at.replace(tzinfo=None)
    unit, count, until = (next(iter(entry.rule.get(name, ())), None) for name in ("FREQ", "COUNT", "UNTIL"))
    if unit in ("SECONDLY", "MINUTELY", "HOURLY"):
        raise Unreadable(entry.rule_line, "This event repeats more than once a day.")
    latest = until or horizon
    if latest and not isinstance(latest, datetime):
        latest = datetime.combine(latest, time.max)
    if latest:
        latest = (latest.astimezone(zone) if latest.tzinfo else latest).replace(tzinfo=None)
    found = [wall]  # which is a date, whether the rule gives it or not
    for at in islice(iterate(entry, wall), MAX_REPEATS):
        if (latest and at > latest) or len(found) == count:
            break
        found += [at] if at != wall else []
    if len(found) >= MAX_REPEATS:
        raise Unreadable(entry.rule_line, f"This event repeats more than {MAX_REPEATS:,} times.")
    return [to_minute(at.replace(tzinfo=zone)) for at in found]


def iterate(entry: Entry, wall: datetime) -> Iterator[datetime]:
    """Yield what a rule gives on the wall clock. Raise Unreadable.

    dateutil looks for the next date until the year 9999, which takes seconds if there is none. The calendar repeats
    every 400 years, so ask near the end of it.
    """
    years = (9990 - max(wall.year, 2100)) // 400 * 400
    rule = entry.rule
    text = ";".join(f"{name}={','.join(map(str, rule[name]))}" for name in rule if name not in ("COUNT", "UNTIL"))
    try:
        if not rule.keys() <= RULE_PARTS or rule.get("INTERVAL", [1])[0] < 1:
            raise ValueError(text)
        for at in rrulestr(text, dtstart=wall.replace(year=wall.year + years)):
            yield at.replace(year=at.year - years)
    except (ValueError, TypeError, LookupError):
        raise Unreadable(entry.rule_line, f"“{text[:80]}” is no rule that the shop can read.") from None


def describe(entry: Entry) -> str:
    """Return "Every 2 weeks", or "Every month, BYDAY=5TU"."""
    rule = entry.rule
    unit, interval = UNITS[rule["FREQ"][0]], rule.get("INTERVAL", [1])[0]
    every = f"Every {interval} {unit}s" if interval > 1 else f"Every {unit}"
    more = [f"{name}={','.join(map(str, rule[name]))}" for name in rule if name.startswith("BY")]
    return ", ".join([every, *more])
