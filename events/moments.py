"""Reads the moments that clients send: ISO 8601, to the minute, in the shop's zone where none is given."""

import re
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

from events.models import Event, Occurrence

BARE_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
LOST_PLUS = re.compile(r" (\d{2}:?\d{2})$")  # a query string turns the + of an offset into a space


def read_moment(text: str) -> datetime:
    """An instant in UTC, cut to whole minutes. Raises ValueError for anything that is none."""
    moment = datetime.fromisoformat(LOST_PLUS.sub(r"+\1", text.strip()))
    if timezone.is_naive(moment):
        moment = timezone.make_aware(moment)
    try:
        return moment.astimezone(UTC).replace(second=0, microsecond=0)
    except OverflowError as error:  # an offset that leaves the calendar
        raise ValueError("That time is outside the calendar.") from error


def read_day(text: str) -> date | None:
    """The day of a bare date such as 2026-12-04; None for anything else. Raises ValueError for no day of ours."""
    return date.fromisoformat(text.strip()) if BARE_DATE.fullmatch(text.strip()) else None


def day_bounds(day: date) -> tuple[datetime, datetime]:
    """The first instant of a day in the shop's zone, and that of the next."""
    if day >= date.max - timedelta(days=2) or day <= date.min + timedelta(days=2):
        raise ValueError("That day is outside the calendar.")
    start = timezone.make_aware(datetime.combine(day, time()))
    return start, timezone.make_aware(datetime.combine(day + timedelta(days=1), time()))


def find_date(event: Event, text: str) -> Occurrence | None:
    """The date of this event that starts at an instant; or, for a bare date, the only one on that day."""
    try:
        day = read_day(text)
        if day is None:
            return event.occurrences.filter(starts_at=read_moment(text)).first()
        start, end = day_bounds(day)
    except ValueError:
        return None
    found = list(event.occurrences.filter(starts_at__gte=start, starts_at__lt=end)[:2])
    return found[0] if len(found) == 1 else None
