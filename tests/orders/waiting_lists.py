"""Calls about waiting lists, and dates that are full."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking, WaitingEntry
from events.models import Occurrence
from orders.models import Order
from tests.orders.api_calls import format_start
from tests.support.answers import json_of
from tests.support.factories import BookingFactory, OccurrenceFactory


def create_full_date(seats: int = 4, **event: Any) -> Occurrence:
    """Return a date whose seats are all sold, one booking per seat."""
    fields = {f"event__{name}": value for name, value in event.items()}
    date = OccurrenceFactory(event__maximum_event_capacity=seats, **fields)
    for _ in range(seats):
        BookingFactory(occurrence=date, seats=1)
    return date


def post_waiting(client: APIClient, date: Occurrence, seats: int = 1, **body: Any) -> Any:
    wanted = {"product": date.event.public_id, "bookingDate": format_start(date), "seats": seats} | body
    return client.post("/api/waiting", wanted, format="json")


def join(client: APIClient, date: Occurrence, seats: int = 1, at_least: int | None = None) -> dict[str, Any]:
    body = {} if at_least is None else {"seatsAtLeast": at_least}
    return json_of(post_waiting(client, date, seats, **body))


def get_places(client: APIClient) -> list[dict[str, Any]]:
    return json_of(client.get("/api/waiting"))


def get_offered_seats(client: APIClient) -> list[int]:
    """Return the seats that are offered to this user, over all dates."""
    return [place["offer"]["seats"] for place in get_places(client) if place["offer"]]


def leave(client: APIClient, entry: dict[str, Any], **body: Any) -> Any:
    return client.delete(f"/api/waiting/{entry['_id']}", body, format="json")


def free_seats(as_admin: APIClient, date: Occurrence, count: int = 1) -> None:
    """Let staff cancel bookings of one seat each."""
    bookings = Booking.objects.filter(occurrence=date, status=Booking.Status.CONFIRMED, order_line=None, seats=1)
    for booking in list(bookings[:count]):
        answer = as_admin.put(f"/api/bookings/{booking.public_id}", {"status": "cancelled"}, format="json")
        assert answer.status_code == 200, answer.content


def end_offers(*, minutes_ago: float = 1) -> None:
    """Let all offers end, without running upkeep."""
    ended = timezone.now() - timedelta(minutes=minutes_ago)
    WaitingEntry.objects.filter(status=WaitingEntry.Status.OFFERED).update(offered_until=ended)
    Booking.objects.filter(kind=Booking.Kind.OFFER, status=Booking.Status.PENDING).update(held_until=ended)


def get_stock(client: APIClient, date: Occurrence) -> int:
    path = f"/api/bookings?productId={date.event.public_id}&eventStartTime={format_start(date)}"
    return int(client.get(path).json()["countInStock"])


def create_offered_date(client: APIClient, as_admin: APIClient) -> Occurrence:
    """Return a full date with an offer of 3 seats to the client's user."""
    date = create_full_date()
    join(client, date, 3)
    free_seats(as_admin, date, 3)
    assert get_offered_seats(client) == [3]
    return date


def cancel(client: APIClient, order: dict[str, Any]) -> None:
    answer = client.post(f"/api/orders/{order['_id']}/cancel")
    assert answer.status_code == 200, answer.content


def get_offer_end() -> datetime | None:
    return WaitingEntry.objects.get(offered_until__isnull=False).offered_until


def get_hold_end(order: dict[str, Any]) -> datetime | None:
    return Order.objects.get(public_id=order["_id"]).held_until
