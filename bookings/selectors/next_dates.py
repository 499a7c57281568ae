"""Read the dates that staff have before them, with their seats and waiting lists."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, IntegerField, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

from bookings.models import Entry
from bookings.models.waiting import is_open
from bookings.selectors.events import DateSeats, list_published_dates

SHOWN = 8


@dataclass(frozen=True, slots=True)
class NextDate:
    """A date with its seats, and how many people wait for some."""

    seats: DateSeats
    waiting: int


def list_next_dates(now: datetime) -> list[NextDate]:
    """Return the published dates that are on now and the next ones, soonest first. Two queries."""
    line = Entry.objects.in_line().filter(occurrence=OuterRef("pk")).order_by()
    number = line.values("occurrence").annotate(number=Count("pk")).values("number")
    dates = list_published_dates(now).filter(ends_at__gt=now)
    rows = dates.annotate(waiting=Coalesce(Subquery(number, output_field=IntegerField()), Value(0)))[:SHOWN]
    # Until `upkeep` ends them, entries wait on a list that is over.
    return [NextDate(DateSeats.from_row(row), row.waiting if is_open(row, now) else 0) for row in rows]
