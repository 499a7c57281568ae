"""Parse and format datetimes: ISO 8601, to the minute, in the shop's time zone if none is given."""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

YEARS = range(1900, 9000)  # so that adding a year or converting the zone never overflows
BARE_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
# A query string turns the + of an offset into a space; "2026-12-04 19:00" has a space itself.
LOST_PLUS = re.compile(r"(\d{2}:\d{2}\S*) (\d{2}:?\d{2})$")


def get_shop_zone() -> ZoneInfo:
    return ZoneInfo(settings.SHOP_TIME_ZONE)


def parse_datetime(text: str) -> datetime:
    """Return the datetime in UTC, without seconds. Raise ValueError for anything else, or a year outside YEARS."""
    value = datetime.fromisoformat(LOST_PLUS.sub(r"\1+\2", text.strip()))
    if timezone.is_naive(value):
        value = timezone.make_aware(value)
    try:
        value = value.astimezone(UTC).replace(second=0, microsecond=0)
    except OverflowError:  # the offset leaves the calendar
        value = datetime.min.replace(tzinfo=UTC)
    if value.year not in YEARS:
        raise ValueError("This time is out of range.")
    return value


def parse_day(text: str) -> date | None:
    """Return the day of a bare date such as 2026-12-04, or None. Raise ValueError if there is no such day."""
    return date.fromisoformat(text.strip()) if BARE_DATE.fullmatch(text.strip()) else None


def parse_day_or_datetime(text: str) -> date | datetime:
    """Return a bare date as a day, and anything else as a datetime. Raise ValueError like parse_datetime()."""
    day = parse_day(text)
    if day is None:
        return parse_datetime(text)
    get_day_bounds(day)  # raises ValueError outside YEARS
    return day


def get_day_bounds(day: date) -> tuple[datetime, datetime]:
    """Return when the day and the next day begin in the shop's time zone. Raise ValueError outside YEARS."""
    if day.year not in YEARS:
        raise ValueError("This day is out of range.")
    start, end = (timezone.make_aware(datetime.combine(day + timedelta(days=days), time())) for days in (0, 1))
    return start.astimezone(UTC), end.astimezone(UTC)


def format_utc(value: datetime) -> str:
    """Format as "2026-12-05T03:00:00Z", as the API writes datetimes."""
    return value.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
