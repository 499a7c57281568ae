"""Calls of staff that write to everybody on a date."""

from typing import Any

from rest_framework.test import APIClient

from events.models import Occurrence
from tests.orders.api_calls import format_start

EVERYBODY = ["buyers", "guests", "waiting"]
TEXT = "Bring two decks.\n\nWe start at 7 sharp,\nso come early."


def post_message(client: APIClient, date: Occurrence, *, key: str = "", **body: Any) -> Any:
    sent = {"startTime": format_start(date), "to": EVERYBODY, "subject": "Bring two decks", "body": TEXT} | body
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"/api/products/{date.event.public_id}/messages", sent, format="json", headers=headers)


def preview_message(client: APIClient, date: Occurrence, **body: Any) -> dict[str, Any]:
    answer = post_message(client, date, **body)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def send_message(client: APIClient, date: Occurrence, **body: Any) -> dict[str, Any]:
    """Look at the preview, and send it."""
    digest = preview_message(client, date, **body)["digest"]
    answer = post_message(client, date, digest=digest, **body)
    assert answer.status_code == 202, answer.content
    return dict(answer.json())
