"""Build datetimes in the venue's time zone, and list a pattern's dates."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from events.recurrence import Pattern, expand

VENUE = ZoneInfo("America/Los_Angeles")
FRIDAY = 4


def at(text: str, zone: ZoneInfo = VENUE) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


def starts(pattern: Pattern, start: str, *, until: str, zone: ZoneInfo = VENUE, **options) -> list[str]:
    """Return the local start times of a three-hour event's dates."""
    begin = at(start, zone)
    end = begin.astimezone(UTC) + timedelta(hours=3)
    rows = expand(pattern, start=begin, end=end, until=at(until, zone), zone=zone, **options)
    return [f"{row.starts_at.astimezone(zone):%Y-%m-%d %H:%M}" for row in rows]
