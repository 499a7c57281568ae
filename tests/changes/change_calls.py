"""Calls of buyers and staff about changes and date changes."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from changes.models import Entitlement
from changes.services.date_changes.change_dates import Terms
from changes.services.date_changes.process_date_changes import process_date_changes
from changes.services.save_event import save_event
from events.models import Event, Occurrence
from tests.orders.api_calls import format_start, list_booking_ids
from tests.support.answers import json_of
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
    return json_of(client.get(f"/api/orders/{order['_id']}/options"))["bookings"]


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


REASON = "The brewery is flooded."


def format_time(when: datetime) -> str:
    return f"{when:%Y-%m-%dT%H:%M:%SZ}"


def post_date_change(client: APIClient, date: Occurrence, kind: str = "cancel", *, key: str = "", **body: Any) -> Any:
    sent = {"startTime": format_start(date), "kind": kind, "reason": REASON} | body
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"/api/products/{date.event.public_id}/date-changes", sent, format="json", headers=headers)


def begin_cancel(client: APIClient, date: Occurrence, **body: Any) -> str:
    """Return the change's ID."""
    return str(json_of(post_date_change(client, date, **body))["_id"])


def move(client: APIClient, date: Occurrence, to: datetime, **body: Any) -> str:
    return str(json_of(post_date_change(client, date, "move", to=format_time(to), **body))["_id"])


def move_event(event: Event, by: User, **later: float) -> None:
    """Save the event's form with its dates so much later, and tell their buyers."""
    event.refresh_from_db()
    changes = {name: getattr(event, name) + timedelta(**later) for name in ("starts_at", "ends_at")}
    save_event(event_id=event.pk, changes=changes, move_bookings=True, terms=Terms(), by=by)
    process_date_changes()


def cancel_and_refund(client: APIClient, date: Occurrence, **changes: Any) -> Any:
    """Cancel the date, and refund all its orders."""
    body = {"startTime": format_start(date), "refund": True, "reason": REASON} | changes
    return json_of(client.post(f"/api/products/{date.event.public_id}/snooze", body, format="json"))


def post_restore(client: APIClient, date: Occurrence) -> Any:
    body = {"startTime": format_start(date)}
    return client.post(f"/api/products/{date.event.public_id}/unsnooze", body, format="json")


def get_change(client: APIClient, change_id: str) -> dict[str, Any]:
    return json_of(client.get(f"/api/date-changes/{change_id}"))


def count_outcomes(client: APIClient, change_id: str) -> dict[str, int]:
    """Return the numbers that are not 0."""
    names = ("total", "told", "kept", "moved", "refunded", "undecided", "failed")
    change = get_change(client, change_id)
    return {name: change[name] for name in names if change[name]}


def end_answers() -> None:
    """Let the time to answer all changes be over, without running upkeep."""
    over = timezone.now() - timedelta(minutes=1)
    Entitlement.objects.update(until=over)
