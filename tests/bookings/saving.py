"""Nights as staff save them, through the API."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking
from events.models import Event
from tests.bookings.reading import SHOP, wire
from tests.support.factories import BookingFactory


def evening(days: int, hour: int = 19) -> datetime:
    """An hour of the evening on the shop's wall clock, so many days ahead."""
    day = timezone.now().astimezone(SHOP).date() + timedelta(days=days)
    return datetime(day.year, day.month, day.day, hour, tzinfo=SHOP).astimezone(UTC)


def save(client: APIClient, event: Event | str, **fields: Any) -> Any:
    event_id = event if isinstance(event, str) else event.public_id
    return client.put(f"/api/products/{event_id}", fields, format="json")


def coming(event: Event) -> list[datetime]:
    return [date.starts_at for date in event.occurrences.filter(status="scheduled", starts_at__gt=timezone.now())]


def a_single_night(client: APIClient, **fields: Any) -> Event:
    """A published night in three days, saved through the form."""
    made = client.post("/api/products", {}, format="json").json()["_id"]
    times = {"startTime": wire(evening(3)), "endTime": wire(evening(3, 22))}
    answer = save(client, made, **({"name": "Draft", "maximumEventCapacity": 10} | times | fields))
    assert answer.status_code == 200, answer.json()
    return Event.objects.get(public_id=made)


def a_series(client: APIClient, interval: str = "weekly", until: int = 25, **fields: Any) -> Event:
    rule = {"recurringInterval": interval, "endDate": wire(evening(until, 23))}
    return a_single_night(client, **({"isRecurring": True, "recurringPattern": rule} | fields))


def book(event: Event, number: int, **fields: Any) -> Booking:
    """Two seats on the event's n-th date."""
    return BookingFactory(occurrence=event.occurrences.order_by("starts_at")[number], **fields)
