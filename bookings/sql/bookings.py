"""Reads of bookings for holds, in SQL: compiling the ORM's queries took most of the time that a hold locks its date."""

from collections.abc import Collection
from datetime import datetime

from django.db import connection, models

COUNT_TAKEN_SEATS = """
    SELECT occurrence_id, SUM(seats) FROM bookings_booking
    WHERE occurrence_id IN ({dates}) AND status IN ('pending', 'confirmed')
      AND (status = 'confirmed' OR held_until IS NULL OR held_until > %s)
      AND id NOT IN ({besides})
    GROUP BY occurrence_id
"""
FIND_ENDED_HOLD = """
    SELECT 1 FROM bookings_booking
    WHERE user_id = %s AND occurrence_id IN ({dates}) AND held_until BETWEEN %s AND %s
    LIMIT 1
"""


def count_taken_seats(occurrence_ids: Collection[int], now: datetime, besides: Collection[int] = ()) -> dict[int, int]:
    """Return the taken seats by occurrence ID, without dates that have none, and without the bookings in `besides`.

    The rule is that of `BookingQuerySet.taken`.
    """
    if not occurrence_ids:
        return {}
    sql = COUNT_TAKEN_SEATS.format(dates=placeholders(occurrence_ids), besides=placeholders(besides or [0]))
    with connection.cursor() as cursor:
        cursor.execute(sql, [*occurrence_ids, to_parameter(now), *(besides or [0])])
        return dict(cursor.fetchall())


def has_ended_hold(user_id: int, occurrence_ids: Collection[int], since: datetime, until: datetime) -> bool:
    """Return whether a hold of this user on one of these dates ended in this time."""
    sql = FIND_ENDED_HOLD.format(dates=placeholders(occurrence_ids))
    with connection.cursor() as cursor:
        cursor.execute(sql, [user_id, *occurrence_ids, to_parameter(since), to_parameter(until)])
        return cursor.fetchone() is not None


def placeholders(values: Collection[int]) -> str:
    return ", ".join(["%s"] * len(values))


def to_parameter(when: datetime) -> str | datetime:
    """Return the datetime as the ORM stores it: SQLite compares texts."""
    parameter: str | datetime = models.DateTimeField().get_db_prep_value(when, connection)
    return parameter
