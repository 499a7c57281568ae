"""Dates that staff call off or move, and what their buyers choose."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from events.models import Occurrence
from orders.models import DateChange, Entitlement
from tests.orders.api_calls import format_start

REASON = "The brewery is flooded."


def format_time(when: datetime) -> str:
    return f"{when:%Y-%m-%dT%H:%M:%SZ}"


def post_date_change(client: APIClient, date: Occurrence, kind: str = "cancel", *, key: str = "", **body: Any) -> Any:
    sent = {"startTime": format_start(date), "kind": kind, "reason": REASON} | body
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"/api/products/{date.event.public_id}/date-changes", sent, format="json", headers=headers)


def call_off(client: APIClient, date: Occurrence, **body: Any) -> str:
    """Return the change's ID."""
    answer = post_date_change(client, date, **body)
    assert answer.status_code == 202, answer.content
    return str(answer.json()["_id"])


def move(client: APIClient, date: Occurrence, to: datetime, **body: Any) -> str:
    answer = post_date_change(client, date, "move", to=format_time(to), **body)
    assert answer.status_code == 202, answer.content
    return str(answer.json()["_id"])


def get_change(client: APIClient, change_id: str) -> dict[str, Any]:
    answer = client.get(f"/api/date-changes/{change_id}")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def count_outcomes(client: APIClient, change_id: str) -> dict[str, int]:
    """Return the numbers that are not 0."""
    names = ("total", "told", "kept", "moved", "refunded", "undecided", "failed")
    change = get_change(client, change_id)
    return {name: change[name] for name in names if change[name]}


def end_answers() -> None:
    """Let the time to answer all changes be over, without running upkeep."""
    over = timezone.now() - timedelta(minutes=1)
    DateChange.objects.update(answer_until=over)
    Entitlement.objects.update(until=over)
