"""Count the seats of a date that are taken, that go to its waiting list, and that anybody may have.

The reads of holds are in SQL: compiling the ORM's queries took most of the time that a hold locks its date.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection, models

from bookings.models import Booking, is_open
from bookings.waiting_rule import Wish, count_promised
from events.models import Occurrence

# The second part is one probe of the index `entry_by_date` for a date without a waiting list.
READ_TAKEN_AND_LINES = """
    SELECT occurrence_id, SUM(seats), 0, 0 FROM bookings_booking
    WHERE occurrence_id IN ({dates}) AND status IN ('pending', 'confirmed')
      AND (status = 'confirmed' OR held_until IS NULL OR held_until > %s)
      AND id NOT IN ({besides})
    GROUP BY occurrence_id
    UNION ALL
    SELECT occurrence_id, seats, at_least, id FROM bookings_waitingentry
    WHERE status = 'waiting' AND occurrence_id IN ({dates})
"""
# Groups the entries first, in the index `entry_by_date`, so that each date is looked up once.
FIND_DATES_TO_OFFER = """
    WITH waiting AS (
        SELECT occurrence_id, MIN(at_least) AS fewest FROM bookings_waitingentry
        WHERE status = 'waiting' GROUP BY occurrence_id
    )
    SELECT waiting.occurrence_id FROM waiting
    JOIN events_occurrence ON events_occurrence.id = waiting.occurrence_id
    JOIN events_event ON events_event.id = events_occurrence.event_id
    WHERE events_occurrence.status = 'scheduled' AND events_occurrence.starts_at > %s
      AND events_event.status = 'published' AND events_event.hidden_at IS NULL
      AND waiting.fewest <= COALESCE(events_occurrence.seats, events_event.maximum_event_capacity) - (
        SELECT COALESCE(SUM(seats), 0) FROM bookings_booking
        WHERE occurrence_id = waiting.occurrence_id AND status IN ('pending', 'confirmed')
          AND (status = 'confirmed' OR held_until IS NULL OR held_until > %s)
      )
"""


@dataclass(frozen=True, slots=True)
class TakenAndLines:
    """The taken seats and the waiting lists by occurrence ID, without dates that have none."""

    taken: Mapping[int, int]
    lines: Mapping[int, Sequence[Wish]]


def count_taken_seats(occurrence_ids: Collection[int], now: datetime) -> dict[int, int]:
    """Return the taken seats by occurrence ID, without dates that have none."""
    return Booking.objects.taken(now).filter(occurrence__in=occurrence_ids).seats_per_date()


def read_taken_and_lines(
    occurrence_ids: Collection[int], now: datetime, besides: Collection[int] = ()
) -> TakenAndLines:
    """Return the taken seats and the waiting lists in joining order, without the bookings in `besides`. One query.

    The rule is that of `BookingQuerySet.taken`.
    """
    taken: dict[int, int] = {}
    lines: dict[int, list[Wish]] = {}
    if occurrence_ids:
        sql = READ_TAKEN_AND_LINES.format(dates=placeholders(occurrence_ids), besides=placeholders(besides or [0]))
        with connection.cursor() as cursor:
            cursor.execute(sql, [*occurrence_ids, to_parameter(now), *(besides or [0]), *occurrence_ids])
            rows = cursor.fetchall()
        for occurrence_id, seats, at_least, entry_id in sorted(rows, key=lambda row: row[3]):
            if entry_id:
                lines.setdefault(occurrence_id, []).append(Wish(seats, at_least))
            else:
                taken[occurrence_id] = seats
    return TakenAndLines(taken, lines)


def count_left(date: Occurrence, found: TakenAndLines, now: datetime, *, held: int = 0, is_wanted: bool = True) -> int:
    """Return the seats of a date that anybody may have; negative: it is overbooked. If not wanted, ignore its line."""
    left = date.capacity - found.taken.get(date.pk, 0) - held
    is_served = date.event.is_public and is_open(date, now)
    if is_wanted and date.pk in found.lines and is_served:
        left -= count_promised(left, found.lines[date.pk])
    return left


def find_dates_to_offer(now: datetime, *, starts_after: datetime) -> list[int]:
    """Return the dates on sale of which an entry of the waiting list would accept the free seats. One query."""
    with connection.cursor() as cursor:
        cursor.execute(FIND_DATES_TO_OFFER, [to_parameter(starts_after), to_parameter(now)])
        return [pk for (pk,) in cursor.fetchall()]


def placeholders(values: Collection[int]) -> str:
    return ", ".join(["%s"] * len(values))


def to_parameter(when: datetime) -> str | datetime:
    """Return the datetime as the ORM stores it: SQLite compares texts."""
    parameter: str | datetime = models.DateTimeField().get_db_prep_value(when, connection)
    return parameter
