"""Read the demo data from data.toml, which documents its keys at the top."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from dateutil.relativedelta import relativedelta
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.utils import timezone

from events.datetimes import get_shop_zone
from events.models import Event
from events.recurrence import LAST_WEEK, Interval, Pattern, Span, expand, from_wall_clock

Row = Mapping[str, Any]
FILE = Path(__file__).with_name("data.toml")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKS = {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "last": LAST_WEEK}
OTHER_KEYS = {"first", "repeat", "art", "status", "taken", "sold_out", "skipped"}
ACTIONS = {"seats", "came", "waited", "canceled", "parties"}  # of people, at events of the past and tonight


class DemoDataError(ValueError):
    """The file contains an event that is not readable; the message has its name."""


@dataclass(frozen=True, slots=True)
class DemoEvent:
    fields: dict[str, Any]  # columns of the event, and `pattern`
    row: Row  # in the file

    @property
    def name(self) -> str:
        return str(self.fields["name"])

    @property
    def art(self) -> Path | None:
        return FILE.parent / "art" / self.row["art"] if self.row.get("art") else None


def read_file(file: Path = FILE) -> dict[str, Any]:
    with file.open("rb") as content:
        return tomllib.load(content, parse_float=Decimal)


DATA = read_file()
USERS: list[Row] = DATA["users"]
(ORGANIZER,) = (row["email"] for row in USERS if row.get("admin"))


def read_events(rows: Iterable[Row]) -> list[DemoEvent]:
    return [read_event(row) for row in rows]


def read_event(row: Row, span: Span | None = None) -> DemoEvent:
    """Return the event, with dates relative to today, or at this one time. Raise DemoDataError."""
    try:
        pattern = None
        if span is None:
            span, pattern = read_times(row)
        times = {"starts_at": span.starts_at, "ends_at": span.ends_at}
        series = {"is_recurring": pattern is not None, "pattern": pattern}
        return DemoEvent(read_columns(row) | times | series, row)
    except (KeyError, ValueError, TypeError, FieldDoesNotExist, ValidationError) as error:
        raise DemoDataError(f"“{row.get('name', 'An event without a name')}” can't be read: {error!r}.") from error


def read_columns(row: Row) -> dict[str, Any]:
    """Convert the values as the event's columns require. Raise FieldDoesNotExist for an unknown key."""
    columns = {name: value for name, value in row.items() if name not in OTHER_KEYS | ACTIONS}
    return {
        name: cast(Any, Event._meta.get_field(name)).to_python(value.strip() if isinstance(value, str) else value)
        for name, value in columns.items()
    }


def read_times(row: Row) -> tuple[Span, Pattern | None]:
    first, zone = row["first"], get_shop_zone()
    start_time = time.fromisoformat(first["time"])
    starts_at = from_wall_clock(datetime.combine(get_first_day(first), start_time), zone)
    span = Span(starts_at, starts_at + timedelta(hours=float(first["hours"])))
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


def get_first_day(first: Row) -> date:
    tomorrow = timezone.localdate(timezone=get_shop_zone()) + timedelta(days=1)
    if "weekday" in first:
        days = (WEEKDAYS.index(first["weekday"]) - tomorrow.weekday()) % 7
        return tomorrow + timedelta(days=days, weeks=first["weeks_ahead"])
    this_month = tomorrow.replace(day=first["day"])
    following = this_month if this_month >= tomorrow else this_month + relativedelta(months=1)
    return following + relativedelta(months=first["months_ahead"])
