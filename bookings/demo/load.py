"""Load the demo data from data.toml, which documents its keys at the top."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta
from django.core.exceptions import FieldDoesNotExist, ValidationError

from events.models import Event
from events.recurrence import LAST_WEEK, Interval, Pattern, Span, expand, from_wall_clock

FOLDER = Path(__file__).parent
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKS = {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "last": LAST_WEEK}
NOT_COLUMNS = ("first", "repeat", "art", "status", "taken", "sold_out", "skipped")  # the other keys are the event's


class DemoDataError(ValueError):
    """The file contains an event that is not readable; the message has its name."""


@dataclass(frozen=True, slots=True)
class DemoUser:
    email: str
    first_name: str
    last_name: str
    is_admin: bool


@dataclass(frozen=True, slots=True)
class DemoEvent:
    fields: dict[str, Any]  # columns of the event, and `pattern`
    art: Path | None
    status: str
    taken: list[int]
    is_sold_out: bool
    skipped: list[int]

    @property
    def name(self) -> str:
        return str(self.fields["name"])


def load_demo_data(
    today: date, zone: ZoneInfo, file: Path = FOLDER / "data.toml"
) -> tuple[list[DemoUser], list[DemoEvent]]:
    """Return the users and events, with dates relative to today. Raise DemoDataError."""
    with file.open("rb") as content:
        data = tomllib.load(content)
    users = [read_user(row) for row in data.get("users", [])]
    return users, [read_event(row, today, zone, file.parent / "art") for row in data.get("events", [])]


def read_user(row: Mapping[str, Any]) -> DemoUser:
    return DemoUser(row["email"], row["first_name"], row.get("last_name", ""), row.get("admin", False))


def read_event(row: Mapping[str, Any], today: date, zone: ZoneInfo, art: Path) -> DemoEvent:
    try:
        span, pattern = read_times(row, today, zone)
        return DemoEvent(
            fields=read_columns(row)
            | {
                "starts_at": span.starts_at,
                "ends_at": span.ends_at,
                "is_recurring": pattern is not None,
                "pattern": pattern,
            },
            art=art / row["art"] if row.get("art") else None,
            status=row.get("status", "published"),
            taken=row.get("taken", []),
            is_sold_out=row.get("sold_out", False),
            skipped=row.get("skipped", []),
        )
    except (KeyError, ValueError, TypeError, FieldDoesNotExist, ValidationError) as error:
        raise DemoDataError(f"“{row.get('name', 'An event without a name')}” can't be read: {error!r}.") from error


def read_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    columns = {name: value for name, value in row.items() if name not in NOT_COLUMNS}
    return {name: parse_column(name, value) for name, value in columns.items()}


def parse_column(name: str, value: Any) -> Any:
    """Convert a value as the event's column requires. Raise FieldDoesNotExist for an unknown column."""
    column: Any = Event._meta.get_field(name)
    return column.to_python(value.strip() if isinstance(value, str) else value)


def read_times(row: Mapping[str, Any], today: date, zone: ZoneInfo) -> tuple[Span, Pattern | None]:
    first = row["first"]
    day, start_time = get_first_day(first, today), time.fromisoformat(first["time"])
    span = build_span(day, start_time, first["hours"], zone)
    repeat = row.get("repeat")
    if repeat is None:
        return span, None
    pattern = Pattern(
        cast(Interval, repeat["interval"]),
        weekday=WEEKDAYS.index(repeat["weekday"]) if "weekday" in repeat else None,
        weeks=tuple(WEEKS[week] for week in repeat.get("weeks", ())),
    )
    # Move the first date to the first day that fits the pattern, which every two months contain.
    soon = span.starts_at + timedelta(days=62)
    span = expand(pattern, start=span.starts_at, end=span.ends_at, until=soon, zone=zone, limit=1)[0]
    if "for_days" in repeat:
        last_day = span.starts_at.astimezone(zone).date() + timedelta(days=repeat["for_days"] - 1)
        until = from_wall_clock(datetime.combine(last_day, start_time), zone)
        pattern = Pattern(pattern.interval, weekday=pattern.weekday, weeks=pattern.weeks, until=until)
    return span, pattern


def build_span(day: date, start_time: time, hours: float, zone: ZoneInfo) -> Span:
    starts_at = from_wall_clock(datetime.combine(day, start_time), zone)
    return Span(starts_at, starts_at + timedelta(hours=hours))


def get_first_day(first: Mapping[str, Any], today: date) -> date:
    tomorrow = today + timedelta(days=1)
    if "weekday" in first:
        days = (WEEKDAYS.index(first["weekday"]) - tomorrow.weekday()) % 7
        return tomorrow + timedelta(days=days, weeks=first["weeks_ahead"])
    this_month = tomorrow.replace(day=first["day"])
    following = this_month if this_month >= tomorrow else this_month + relativedelta(months=1)
    return following + relativedelta(months=first["months_ahead"])
