"""Parse and format datetimes: ISO 8601, to the minute, in the shop's time zone if none is given."""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

YEARS = range(1900, 9000)  # so that adding a year, or a zone, never leaves the calendar
BARE_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
# A query string turns the + of an offset into a space; "2026-12-04 19:00" has a space of its own.
LOST_PLUS = re.compile(r"(\d{2}:\d{2}\S*) (\d{2}:?\d{2})$")


def shop_zone() -> ZoneInfo:
    return ZoneInfo(settings.SHOP_TIME_ZONE)


def read_moment(text: str) -> datetime:
    """An instant in UTC, cut to whole minutes. Raises ValueError for anything that is none."""
    moment = datetime.fromisoformat(LOST_PLUS.sub(r"\1+\2", text.strip()))
    if timezone.is_naive(moment):
        moment = timezone.make_aware(moment)
    try:
        moment = moment.astimezone(UTC).replace(second=0, microsecond=0)
    except OverflowError:  # an offset that leaves the calendar
        moment = datetime.min.replace(tzinfo=UTC)
    if moment.year not in YEARS:
        raise ValueError("That time is outside the calendar.")
    return moment


def read_day(text: str) -> date | None:
    """The day of a bare date such as 2026-12-04; None for anything else. Raises ValueError for no day of ours."""
    return date.fromisoformat(text.strip()) if BARE_DATE.fullmatch(text.strip()) else None


def day_bounds(day: date) -> tuple[datetime, datetime]:
    """The first instant of a day in the shop's zone, and that of the next."""
    if day.year not in YEARS:
        raise ValueError("That day is outside the calendar.")
    start, end = (timezone.make_aware(datetime.combine(day + timedelta(days=days), time())) for days in (0, 1))
    return start.astimezone(UTC), end.astimezone(UTC)


def read_day_or_moment(text: str) -> date | datetime:
    """A bare date as a day, anything else as a moment. Raises ValueError for what is neither."""
    day = read_day(text)
    return read_moment(text) if day is None else day


def wire_time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def format_day(moment: datetime) -> str:
    """Such as "Fri, Dec 4": a date as messages name it."""
    local = moment.astimezone(shop_zone())
    return f"{local:%a, %b} {local.day}"
