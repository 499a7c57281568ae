"""Events at a known time, at seven o'clock on a Friday in December, for tests of emails."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from icalendar import Calendar

from tests.support.factories import EventFactory, OccurrenceFactory

YEAR = timezone.now().year + 1
DAY = next(day for day in range(1, 8) if date(YEAR, 12, day).weekday() == 4)  # a Friday in December, at seven
FRIDAY_EVENING = datetime(YEAR, 12, DAY, 19, 0, tzinfo=ZoneInfo("America/Los_Angeles")).astimezone(UTC)
FRIDAY, SATURDAY = f"Fri, Dec {DAY}", f"Sat, Dec {DAY + 1}"


def create_date(name: str = "Friday Draft", *, days: int = 0, **event):
    starts_at = FRIDAY_EVENING + timedelta(days=days)
    event = EventFactory(name=name, starts_at=starts_at, ends_at=starts_at + timedelta(hours=3), **event)
    return OccurrenceFactory(event=event)


def read_calendar(message):
    """Return the events in the email's calendar file, and the file's method. An invitation has the same file twice."""
    parts = [part for part in message.message().walk() if part.get_content_type() == "text/calendar"]
    (content,) = {part.get_payload(decode=True) for part in parts}
    calendar = Calendar.from_ical(content)
    return calendar.walk("VEVENT"), calendar["METHOD"]
