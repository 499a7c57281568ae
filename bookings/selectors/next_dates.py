"""Read the dates that staff have before them, with their seats and waiting lists."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, IntegerField, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from bookings.models import Entry
from bookings.models.waiting import is_open
from bookings.selectors.events import DateSeats, with_seats_taken
from events.models import Event, Occurrence

SHOWN = 8


@dataclass(frozen=True, slots=True)
class NextDate:
    """A date with its seats, and how many people wait for some."""

    seats: DateSeats
    waiting: int

    @property
    def is_hidden(self) -> bool:
        return self.seats.event.status == Event.Status.ARCHIVED


def list_next_dates(now: datetime) -> list[NextDate]:
    """Return the dates that are on now and the next ones, soonest first. Two queries.

    A hidden event takes place for whoever booked it.
    """
    line = Entry.objects.in_line().filter(occurrence=OuterRef("pk")).order_by()
    number = line.values("occurrence").annotate(number=Count("pk")).values("number")
    scheduled = Occurrence.objects.filter(status=Occurrence.Status.SCHEDULED, ends_at__gt=now)
    dates = with_seats_taken(scheduled.select_related("event"), now).order_by("starts_at", "event__public_id")
    is_booked = Q(event__status=Event.Status.ARCHIVED, seats_taken__gt=0)
    dates = dates.filter(Q(event__status=Event.Status.PUBLISHED) | is_booked)
    rows = dates.annotate(waiting=Coalesce(Subquery(number, output_field=IntegerField()), Value(0)))[:SHOWN]
    # Until `upkeep` ends them, entries wait on a list that is over.
    return [NextDate(DateSeats.from_row(row), row.waiting if is_open(row, now) else 0) for row in rows]
