"""When reminders are sent: at 10:00 in the shop's time zone, the day before.

A pure module. Days are those of the shop, so a reminder is at 10:00 also when the clocks change in between.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

REMINDER_TIME = time(10)
MIN_AGE = timedelta(hours=12)  # of a purchase; a buyer who paid later knows the date without a reminder


@dataclass(frozen=True, slots=True)
class ReminderDay:
    """A day whose dates are reminded of now: when it begins and ends, and until when their seats had to be paid."""

    begins_at: datetime
    ends_at: datetime
    paid_until: datetime


def list_reminder_days(now: datetime, zone: ZoneInfo) -> list[ReminderDay]:
    """Return today, for reminders that were not sent in time, and from 10:00 on also tomorrow."""
    today = now.astimezone(zone).date()
    days = [get_reminder_day(today + timedelta(days=later), zone) for later in (0, 1)]
    return [day for day in days if day.paid_until + MIN_AGE <= now]


def get_reminder_day(day: date, zone: ZoneInfo) -> ReminderDay:
    begins_at, ends_at = (to_utc(day + timedelta(days=later), time(), zone) for later in (0, 1))
    return ReminderDay(begins_at, ends_at, paid_until=to_utc(day - timedelta(days=1), REMINDER_TIME, zone) - MIN_AGE)


def to_utc(day: date, at: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, at, tzinfo=zone).astimezone(UTC)
