"""Create, change and read events."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking
from events.journal import Cause, Kind, Source, change_dates
from events.models import Event, Occurrence
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days

SHOP = ZoneInfo("America/Los_Angeles")


def evening(days: int, hour: int = 19) -> datetime:
    """Return this hour of the shop's local time, in so many days."""
    day = timezone.now().astimezone(SHOP).date() + timedelta(days=days)
    return datetime(day.year, day.month, day.day, hour, tzinfo=SHOP).astimezone(UTC)


def cancel_date(date: Occurrence, reason: str = "Flooded.") -> None:
    """Cancel a date, so that visitors read why."""
    change_dates(Kind.CANCELED, {date.pk: None}, Cause(Source.CONSOLE, reason=reason))


def json_time(value: datetime) -> str:
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def create_dates(event: Event, days: list[int]) -> list[Occurrence]:
    return [OccurrenceFactory(event=event, starts_at=in_days(day)) for day in days]


def list_upcoming(event: Event) -> list[datetime]:
    return [date.starts_at for date in event.occurrences.filter(status="scheduled", starts_at__gt=timezone.now())]


def book(event: Event, number: int, **fields: Any) -> Booking:
    """Book two seats on the event's n-th date."""
    return BookingFactory(occurrence=event.occurrences.order_by("starts_at")[number], **fields)


def save(client: APIClient, event: Event | str, **fields: Any) -> Any:
    event_id = event if isinstance(event, str) else event.public_id
    return client.put(f"/api/products/{event_id}", fields, format="json")


def act(client: APIClient, event: Event, action: str, **body: Any) -> Any:
    return client.post(f"/api/products/{event.public_id}/{action}", body, format="json")


def create_event(client: APIClient, **fields: Any) -> Event:
    """Create and save an event, so that it is published, with one date in three days."""
    public_id = client.post("/api/products", {}, format="json").json()["_id"]
    times = {"startTime": json_time(evening(3)), "endTime": json_time(evening(3, 22))}
    answer = save(client, public_id, **({"name": "Draft", "maximumEventCapacity": 10} | times | fields))
    assert answer.status_code == 200, answer.json()
    return Event.objects.get(public_id=public_id)


def create_series(client: APIClient, interval: str = "weekly", until: int = 25, **fields: Any) -> Event:
    rule = {"recurringInterval": interval, "endDate": json_time(evening(until, 23))}
    return create_event(client, **({"isRecurring": True, "recurringPattern": rule} | fields))


def get_names(answer: Any) -> list[str]:
    return [row["name"] for row in answer.json()["products"]]
