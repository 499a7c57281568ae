"""GET /api/bookings: the taken seats of a date."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking
from tests.bookings.events import json_time
from tests.support.factories import BookingFactory, OccurrenceFactory


def count(client: APIClient, **query: str) -> Any:
    return client.get("/api/bookings", query)


def test_confirmed_seats_and_holds_are_taken(as_anonymous: APIClient) -> None:
    date = OccurrenceFactory(event__maximum_event_capacity=20)
    now = timezone.now()
    pending = {"occurrence": date, "status": Booking.Status.PENDING}
    BookingFactory(occurrence=date, seats=1)
    BookingFactory(**pending, seats=2, held_until=now + timedelta(minutes=5))
    BookingFactory(**pending, seats=4, held_until=None)
    BookingFactory(**pending, seats=8, held_until=now - timedelta(seconds=1))
    BookingFactory(occurrence=date, seats=16, status=Booking.Status.CANCELLED)
    BookingFactory(occurrence=date, seats=16, status=Booking.Status.REFUNDED)

    answer = count(as_anonymous, productId=date.event.public_id, eventStartTime=json_time(date.starts_at))

    assert answer.json() == {"totalReservations": 7, "maximumEventCapacity": 20, "countInStock": 13}


@pytest.mark.parametrize(
    "asked",
    [
        "2031-01-04T03:00:59.999Z",
        "2031-01-04T04:00:00 01:00",
        "2031-01-03 19:00",
        "2031-01-03",
    ],
)
def test_a_date_is_found_by_its_start_or_its_day(as_anonymous: APIClient, asked: str) -> None:
    date = OccurrenceFactory(starts_at=datetime(2031, 1, 4, 3, tzinfo=UTC), event__maximum_event_capacity=9)

    answer = count(as_anonymous, productId=date.event.public_id, eventStartTime=asked)

    assert answer.json()["maximumEventCapacity"] == 9


def test_unknown_and_hidden_dates_have_the_same_response(as_anonymous: APIClient) -> None:
    date = OccurrenceFactory()
    draft = OccurrenceFactory(event__status="draft")
    skipped = OccurrenceFactory(status="skipped")
    zeros = {"totalReservations": 0, "maximumEventCapacity": 0, "countInStock": 0}

    for product, start in [
        ("0" * 24, json_time(date.starts_at)),
        (draft.event.public_id, json_time(draft.starts_at)),
        (skipped.event.public_id, json_time(skipped.starts_at)),
        (date.event.public_id, json_time(date.starts_at + timedelta(minutes=1))),
    ]:
        answer = count(as_anonymous, productId=product, eventStartTime=start)
        assert (answer.status_code, answer.json()) == (200, zeros)
