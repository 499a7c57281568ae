"""Changes by buyers."""

from typing import Any

from rest_framework.test import APIClient

from events.models import Occurrence
from tests.orders.api_calls import format_start, list_booking_ids
from tests.support.factories import OccurrenceFactory, in_days
from tests.support.paid_orders import create_paid_order

POLICY = {"event__refund_policy": "full", "event__refund_until_hours": 24}


def create_date(**fields: Any) -> Occurrence:
    """Create a date in a week, at $10.80 a seat, with 15% tax $12.42, whose seats are refunded until a day before."""
    return OccurrenceFactory(**{"event__price": "10.80", **POLICY, **fields})


def create_another_date(date: Occurrence, *, days: float = 14) -> Occurrence:
    return OccurrenceFactory(event=date.event, starts_at=in_days(days))


def buy(client: APIClient, paypal: Any, *dates: Occurrence, seats: int = 3) -> dict[str, Any]:
    return create_paid_order(paypal, client, *dates, seats=seats)


def get_options(client: APIClient, order: dict[str, Any]) -> list[dict[str, Any]]:
    answer = client.get(f"/api/orders/{order['_id']}/options")
    assert answer.status_code == 200, answer.content
    return list(answer.json()["bookings"])


def post_change(client: APIClient, order: dict[str, Any], kind: str, *, key: str = "", **asked: Any) -> Any:
    body = {"booking": list_booking_ids(order)[0], "kind": kind, "amount": 0} | asked
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"/api/orders/{order['_id']}/changes", body, format="json", headers=headers)


def move_to(client: APIClient, order: dict[str, Any], date: Occurrence, **asked: Any) -> Any:
    return post_change(client, order, "move", to=format_start(date), **asked)


def list_seats(order: dict[str, Any]) -> list[tuple[str, int]]:
    """Return the status and seats of each booking."""
    bookings = [booking for item in order["orderItems"] for booking in item["bookings"]]
    return [(booking["status"], booking["reservationSeats"]["qty"]) for booking in bookings]
