"""A date that staff move stays one entry of the calendar feeds, whatever else changes."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from bookings.services.events import roll_forward
from events.models import Event, Occurrence
from tests.bookings.events import act, create_series, evening, json_time, save
from tests.bookings.ical.calendars import get_entries
from tests.changes.date_change_calls import call_off, move
from tests.support.factories import BookingFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def series(as_admin) -> Event:
    """Four weekly dates at 7:00 PM, the first in three days."""
    return create_series(as_admin)


@pytest.fixture
def date(series) -> Occurrence:
    return series.occurrences.get(starts_at=evening(10))


def read(date: Occurrence) -> Occurrence:
    return Occurrence.objects.get(pk=date.pk)


def get_entry(client: Client, uid: str) -> Any:
    (entry,) = [each for each in get_entries(client) if each["UID"] == uid]
    return entry


def find_uid(client: Client, date: Occurrence) -> str:
    (entry,) = [each for each in get_entries(client) if each.start == date.starts_at]
    return str(entry["UID"])


def test_every_move_and_change_keeps_the_entry_and_raises_its_number(client, as_admin, series, date):
    uid = find_uid(client, date)

    def restore() -> None:
        assert act(as_admin, series, "unsnooze", startTime=json_time(read(date).starts_at)).status_code == 200

    steps: list[tuple[Callable[[], Any], Any, str]] = [
        (lambda: move(as_admin, read(date), evening(10, 14)), evening(10, 14), "CONFIRMED"),
        (lambda: move(as_admin, read(date), evening(12, 14)), evening(12, 14), "CONFIRMED"),
        (lambda: save(as_admin, series, name="Another name"), evening(12, 14), "CONFIRMED"),
        (lambda: save(as_admin, series, eventLocation="Another place"), evening(12, 14), "CONFIRMED"),
        (lambda: call_off(as_admin, read(date)), evening(12, 14), "CANCELLED"),
        (restore, evening(12, 14), "CONFIRMED"),
        (lambda: move(as_admin, read(date), evening(10)), evening(10), "CONFIRMED"),
        (lambda: move(as_admin, read(date), evening(10, 14)), evening(10, 14), "CONFIRMED"),
        (lambda: roll_forward(now=timezone.now()), evening(10, 14), "CONFIRMED"),
    ]
    for act_now, start, status in steps:
        before = get_entry(client, uid)["SEQUENCE"]
        act_now()
        entry = get_entry(client, uid)
        assert (entry.start, entry["STATUS"]) == (start, status)
        assert len(get_entries(client)) == 4
        assert entry["SEQUENCE"] > before or act_now is steps[-1][0]


@pytest.mark.parametrize("move_bookings", [True, False])
def test_the_series_gets_other_times_after_a_date_moved(client, as_admin, series, date, move_bookings):
    uid = find_uid(client, date)
    booked = BookingFactory(occurrence=series.occurrences.get(starts_at=evening(17))).occurrence
    move(as_admin, date, evening(10, 14))

    times = {"startTime": json_time(evening(3, 20)), "endTime": json_time(evening(3, 23))}
    assert save(as_admin, series, moveBookings=move_bookings, **times).status_code == 200

    starts = [entry.start for entry in get_entries(client)]
    assert starts == [evening(3, 20), evening(10, 14), evening(17, 20 if move_bookings else 19), evening(24, 20)]
    assert get_entry(client, uid).start == evening(10, 14)
    move(as_admin, read(date), evening(10, 20))
    move(as_admin, read(date), evening(10, 14))
    roll_forward(now=timezone.now())
    assert [entry.start for entry in get_entries(client)] == starts
    call_off(as_admin, read(booked))
    assert len(get_entries(client)) == 4
