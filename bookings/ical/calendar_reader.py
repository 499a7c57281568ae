"""Read the events of a calendar file (iCalendar, RFC 5545) as other programs export it, with their line numbers. Pure.

Each event is parsed alone: icalendar would keep the time zones that a file describes, for the files of others, too.
"""

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from io import StringIO
from typing import Any
from zoneinfo import ZoneInfo

from dateutil.tz import tzical

from charityshop.text import clean, clean_line, printable
from events.datetimes import YEARS
from events.models import MAX_PLACE_LENGTH
from events.recurrence import Span, to_minute

MAX_EVENTS = 1_000
NO_CALENDAR = "This is no calendar file. Choose one that ends with .ics."
EVENT, ZONE = "VEVENT", "VTIMEZONE"
SINGLE = ("DTSTART", "DTEND", "DURATION", "RRULE", "RECURRENCE-ID")
READ = (*SINGLE, "EXDATE", "RDATE")
MAX_LENGTH = timedelta(days=366)
MAX_LENGTHS = {"name": 200, "description": 10_000, "place": MAX_PLACE_LENGTH}
VENDOR = re.compile(r'(?<=;TZID=)"?/[^:;"]*?(?=[A-Z][A-Za-z]+/[A-Z])')  # of TZID=/mozilla.org/20050126_1/Europe/Berlin
BREAK, TAG = re.compile(r"<br ?/?>|</(?:p|div|li)>", re.IGNORECASE), re.compile(r"</?[a-zA-Z][^<>]{0,2000}>")
MAX_ZONE_LINES = 100
# "The second Sunday in March", as programs describe when clocks change. Other rules may take seconds to ask.
ZONE_RULE = re.compile(r"RRULE:(;?(FREQ=YEARLY|INTERVAL=1|BYMONTH=\d+|BYDAY=[-+]?[1-5][A-Z]{2}|WKST=..|UNTIL=\w+))+")


class Unreadable(Exception):
    """What is wrong with a line, in a sentence for the person who chose the file."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line, self.message = line, message


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of an event or of a time zone."""

    line: int
    lines: list[str]

    def find(self, name: str) -> int:
        """Return the number of a property's line, or of the first line."""
        return self.line + next((at for at, line in enumerate(self.lines) if line.upper().startswith(name)), 0)


@dataclass(frozen=True, slots=True)
class Entry:
    """An event of the file, or a date of it that was changed: then `replaces` is its start in the rule."""

    line: int
    uid: str
    texts: Mapping[str, str]
    starts_at: datetime  # in its own time zone
    length: timedelta
    is_canceled: bool
    rule: Mapping[str, Sequence[Any]]  # its parts; empty without one
    rule_line: int
    replaces: datetime | None
    excluded: Sequence[date | datetime]
    added: Sequence[datetime]

    def span_at(self, starts_at: datetime) -> Span:
        return Span(to_minute(starts_at), to_minute(starts_at) + self.length)


def read_blocks(text: str) -> dict[str, list[Block]]:
    """Return the events and the time zones of a file. Raise Unreadable."""
    blocks: dict[str, list[Block]] = {EVENT: [], ZONE: []}
    inside: list[str] = []
    number, is_calendar = 1, False
    for number, line in enumerate(re.split(r"\r?\n", text.removeprefix("\ufeff")), 1):
        name, _, kind = (part.rstrip() for part in line.upper().partition(":"))  # after a space, a text goes on
        is_calendar = is_calendar or (name, kind) == ("BEGIN", "VCALENDAR")
        if not is_calendar and line.strip():
            raise Unreadable(number, NO_CALENDAR)
        if name == "BEGIN":
            if kind in blocks:
                blocks[kind].append(Block(number, []))
            inside.append(kind)
            if len(inside) > 3 or (kind in blocks and len(inside) != 2):
                raise Unreadable(number, f"This begins inside another {inside[-2]}.")
            if len(blocks[EVENT]) > MAX_EVENTS:
                raise Unreadable(number, f"Choose a file of at most {MAX_EVENTS:,} events, such as the coming dates.")
        if inside[1:2] and inside[1] in blocks:
            blocks[inside[1]][-1].lines.append(line)
        if name == "END" and (not inside or inside.pop() != kind):
            raise Unreadable(number, f"This ends a {kind} that didn't begin.")
    if inside or not is_calendar:
        raise Unreadable(number, "The file ends in the middle. Export it again." if is_calendar else NO_CALENDAR)
    return blocks


class Zones:
    """The time zones of a file. Times without one are the shop's."""

    def __init__(self, shop_zone: ZoneInfo, described: Sequence[Block]) -> None:
        self.shop_zone = shop_zone
        self.described = {
            each.lines[each.find("TZID") - each.line].partition(":")[2].strip(): each for each in described
        }
        self.known: dict[str, tzinfo | None] = {}

    def localize(self, time: datetime, zone_id: str | None, line: int) -> datetime:
        """Return a time of the file with its zone. Raise Unreadable for one that nobody knows."""
        if time.tzinfo or not zone_id:
            return time if time.tzinfo else time.replace(tzinfo=self.shop_zone)
        if zone_id not in self.known:
            self.known[zone_id] = read_zone(self.described[zone_id]) if zone_id in self.described else None
        if (zone := self.known[zone_id]) is None:
            raise Unreadable(line, f"Nobody knows the time zone “{zone_id[:60]}”. An example is America/New_York.")
        return time.replace(tzinfo=zone)


def read_zone(block: Block) -> tzinfo | None:
    """Return the zone that a file describes; None if it can't be read."""
    lines = [line for line in block.lines if not line.upper().startswith("X-")]
    rules = [line for line in lines if "RULE" in line or "RDATE" in line]
    if len(lines) > MAX_ZONE_LINES or not all(map(ZONE_RULE.fullmatch, rules)):
        return None
    try:
        return tzical(StringIO("\n".join(lines))).get()
    except (ValueError, LookupError):
        return None


def read_entry(block: Block, zones: Zones) -> Entry | None:
    """Return an event; None if it lasts whole days. Raise Unreadable."""
    from icalendar import Event  # noqa: PLC0415 - as in bookings.ical.file

    try:
        found: Any = Event.from_ical("\r\n".join(VENDOR.sub("", line) for line in block.lines))
    except (ValueError, LookupError):
        raise Unreadable(block.line, "This event can't be read.") from None
    broken = {name for name, _ in found.errors} | {name for name in SINGLE if isinstance(found.get(name), list)}
    if "FREQ" not in found.get("RRULE", {"FREQ"}):
        broken.add("RRULE")
    if "RANGE" in getattr(found.get("RECURRENCE-ID"), "params", {}):  # changes the dates after it, too
        broken.add("RECURRENCE-ID")
    if problem := next((name for name in READ if name in broken), "" if "DTSTART" in found else "DTSTART"):
        raise Unreadable(block.find(problem), f"The shop can't read the {problem} of this event.")

    def list_times(name: str) -> list[Any]:
        values = found.get(name, [])
        each = [
            (one.dt, value.params.get("TZID"))
            for value in (values if isinstance(values, list) else [values])
            for one in getattr(value, "dts", [value])
        ]
        line = block.find(name)
        return [zones.localize(at, zone, line) if isinstance(at, datetime) else at for at, zone in each]

    starts_at, *_ = list_times("DTSTART")
    if not isinstance(starts_at, datetime):
        return None
    length = found["DURATION"].dt if "DURATION" in found else timedelta(0)
    for ends_at in list_times("DTEND"):
        length = to_minute(ends_at) - to_minute(starts_at) if isinstance(ends_at, datetime) else None
    if starts_at.year not in YEARS or not isinstance(length, timedelta) or not timedelta(0) <= length <= MAX_LENGTH:
        raise Unreadable(block.find("DT"), "This event ends before it starts, or lasts more than a year.")
    return Entry(
        line=block.line,
        uid=str(found.get("UID", block.line)),
        texts=read_texts(found),
        starts_at=starts_at,
        length=length,
        is_canceled=str(found.get("STATUS", "")).upper() == "CANCELLED",
        rule=found.get("RRULE", {}),
        rule_line=block.find("RRULE"),
        replaces=next((at for at in list_times("RECURRENCE-ID") if isinstance(at, datetime)), None),
        excluded=list_times("EXDATE"),
        added=[at for at in list_times("RDATE") if isinstance(at, datetime)],
    )


def read_texts(found: Mapping[str, Any]) -> dict[str, str]:
    """Return the texts of a draft. Calendars on the web write descriptions in HTML."""
    description = str(found.get("DESCRIPTION", ""))
    if TAG.search(description):
        description = html.unescape(TAG.sub("", BREAK.sub("\n", description)))
    texts = {
        "name": clean_line(str(found.get("SUMMARY", ""))),
        "description": printable(clean(description)).strip(),
        "place": get_location(found),
    }
    return {name: text[: MAX_LENGTHS[name]].strip() for name, text in texts.items() if text}


def get_location(found: Mapping[str, Any]) -> str:
    """Return where an event takes place, on one line: some programs write the street below the name."""
    lines = (clean_line(line).strip(",") for line in str(found.get("LOCATION", "")).splitlines())
    return ", ".join(filter(None, lines))
