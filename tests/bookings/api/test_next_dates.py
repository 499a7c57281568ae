"""GET /api/products/next-dates: what staff have before them."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from bookings.models import Booking, Entry
from events.models import Event, Occurrence
from tests.bookings.events import json_time
from tests.orders.waiting_lists import create_full_date
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, UserFactory, in_days

pytestmark = pytest.mark.django_db


def get_next_dates(client: APIClient) -> list[dict[str, Any]]:
    answer = client.get("/api/products/next-dates")
    assert answer.status_code == 200, answer.content
    return list(answer.json())


def list_starts(client: APIClient) -> list[str]:
    return [date["startTime"] for date in get_next_dates(client)]


def test_a_date_shows_its_seats_and_who_waits(as_admin: APIClient, visitor: User) -> None:
    date = create_full_date(4, name="Lantern Night")
    for user in (visitor, UserFactory()):
        Entry.objects.create(occurrence=date, user=user, seats=2, at_least=1)
    Entry.objects.create(occurrence=date, user=UserFactory(), seats=1, at_least=1, status=Entry.Status.LEFT)

    assert get_next_dates(as_admin) == [
        {
            "product": date.event.public_id,
            "name": "Lantern Night",
            "startTime": json_time(date.starts_at),
            "endTime": json_time(date.ends_at),
            "totalReservations": 4,
            "maximumEventCapacity": 4,
            "waiting": 2,
        }
    ]


def test_seats_on_hold_are_taken_until_the_hold_ends(as_admin: APIClient) -> None:
    date = OccurrenceFactory()
    for minutes in (-1, 5):
        until = timezone.now() + timedelta(minutes=minutes)
        BookingFactory(occurrence=date, seats=3, status=Booking.Status.PENDING, held_until=until)

    assert [found["totalReservations"] for found in get_next_dates(as_admin)] == [3]


def test_the_date_that_is_on_comes_first_until_it_ends(as_admin: APIClient) -> None:
    now = timezone.now()
    tomorrow = OccurrenceFactory(starts_at=in_days(1))
    OccurrenceFactory(starts_at=now - timedelta(hours=4), ends_at=now - timedelta(minutes=1))
    on_now = OccurrenceFactory(starts_at=now - timedelta(hours=2), ends_at=now + timedelta(hours=1))

    assert list_starts(as_admin) == [json_time(on_now.starts_at), json_time(tomorrow.starts_at)]


def test_dates_that_do_not_take_place_are_left_out(as_admin: APIClient) -> None:
    OccurrenceFactory(status=Occurrence.Status.SKIPPED)
    OccurrenceFactory(status=Occurrence.Status.SKIPPED, cancel_reason="Flooded.")
    OccurrenceFactory(event=EventFactory(status=Event.Status.ARCHIVED))
    OccurrenceFactory(event=EventFactory(status=Event.Status.DRAFT))

    assert get_next_dates(as_admin) == []
