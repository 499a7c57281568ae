"""When a date's guests are thanked: at 10:00 in the shop's time zone, the morning after. A pure module."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from changes.reminder_times import REMINDER_TIME, to_utc

REST = timedelta(hours=6)  # after the end; until then, phones at the door can send what they recorded
LATEST = timedelta(hours=72)  # after the end; what is known then is sent
TOO_LATE = timedelta(hours=96)  # after the end; nobody is thanked any more


def get_morning_after(ends_at: datetime, zone: ZoneInfo) -> datetime:
    """Return the first 10:00 that is at least six hours after the end: a night that ends at 1 AM has it that day."""
    rested = (ends_at + REST).astimezone(zone)
    day = rested.date() + timedelta(days=rested.time() > REMINDER_TIME)
    return to_utc(day, REMINDER_TIME, zone)
