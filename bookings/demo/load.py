"""Load the demo data from its file, which documents the fields at the top."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta

from events.recurrence import LAST_WEEK, Interval, Pattern, Span, expand, from_wall_clock

FOLDER = Path(__file__).parent
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKS = {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "last": LAST_WEEK}
FULL_DATES = 12  # how many dates of a sold-out series are filled


class SeasonFault(ValueError):
    """The season's file says something that cannot be read; the sentence names the night."""


@dataclass(frozen=True, slots=True)
class Person:
    email: str
    first_name: str
    last_name: str
    is_admin: bool


@dataclass(frozen=True, slots=True)
class DemoNight:
    """One event of the season, with its dates counted from today."""

    fields: dict[str, Any]  # the event's columns, and `pattern`
    art: Path | None
    status: str
    taken: list[int]
    is_sold_out: bool
    snoozed: list[int]

    @property
    def name(self) -> str:
        return str(self.fields["name"])


def read_season(
    today: date, zone: ZoneInfo, file: Path = FOLDER / "season.toml"
) -> tuple[list[Person], list[DemoNight]]:
    """Raises SeasonFault."""
    with file.open("rb") as text:
        season = tomllib.load(text)
    people = [read_person(row) for row in season.get("people", [])]
    return people, [read_night(row, today, zone, file.parent / "art") for row in season.get("events", [])]


def read_person(row: Mapping[str, Any]) -> Person:
    return Person(row["email"], row["first_name"], row.get("last_name", ""), row.get("admin", False))


def read_night(row: Mapping[str, Any], today: date, zone: ZoneInfo, art: Path) -> DemoNight:
    try:
        span, pattern = when_of(row, today, zone)
        return DemoNight(
            fields=columns_of(row) | {
                "starts_at": span.starts_at, "ends_at": span.ends_at,
                "is_recurring": pattern is not None, "pattern": pattern,
            },
            art=art / row["art"] if row.get("art") else None,
            status=row.get("status", "published"),
            taken=row.get("taken", []),
            is_sold_out=row.get("sold_out", False),
            snoozed=row.get("snoozed", []),
        )  # fmt: skip
    except (KeyError, ValueError, TypeError) as fault:
        raise SeasonFault(f"“{row.get('name', 'A night without a name')}” can't be read: {fault!r}.") from fault


def columns_of(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": row["name"], "description": row["description"].strip(), "category": row["category"],
        "card_set": row["card_set"], "format": row["format"], "brand": row["brand"], "event_location": row["location"],
        "price": Decimal(str(row["price"])), "maximum_event_capacity": row["capacity"],
    }  # fmt: skip


def when_of(row: Mapping[str, Any], today: date, zone: ZoneInfo) -> tuple[Span, Pattern | None]:
    first = row["first"]
    day, at = first_day(first, today), time.fromisoformat(first["time"])
    span = span_on(day, at, first["hours"], zone)
    repeat = row.get("repeat")
    if repeat is None:
        return span, None
    pattern = Pattern(
        cast(Interval, repeat["interval"]),
        weekday=WEEKDAYS.index(repeat["weekday"]) if "weekday" in repeat else None,
        weeks=tuple(WEEKS[week] for week in repeat.get("weeks", ())),
    )
    # The first date moves on to the first day that fits the rule; two months always hold one.
    soon = span.starts_at + timedelta(days=62)
    span = expand(pattern, start=span.starts_at, end=span.ends_at, until=soon, zone=zone, limit=1)[0]
    if "for_days" in repeat:
        last_day = span.starts_at.astimezone(zone).date() + timedelta(days=repeat["for_days"] - 1)
        until = from_wall_clock(datetime.combine(last_day, at), zone)
        pattern = Pattern(pattern.interval, weekday=pattern.weekday, weeks=pattern.weeks, until=until)
    return span, pattern


def span_on(day: date, at: time, hours: float, zone: ZoneInfo) -> Span:
    starts_at = from_wall_clock(datetime.combine(day, at), zone)
    return Span(starts_at, starts_at + timedelta(hours=hours))


def first_day(first: Mapping[str, Any], today: date) -> date:
    tomorrow = today + timedelta(days=1)
    if "weekday" in first:
        to_go = (WEEKDAYS.index(first["weekday"]) - tomorrow.weekday()) % 7
        return tomorrow + timedelta(days=to_go, weeks=first["weeks_ahead"])
    this_month = tomorrow.replace(day=first["day"])
    following = this_month if this_month >= tomorrow else this_month + relativedelta(months=1)
    return following + relativedelta(months=first["months_ahead"])
