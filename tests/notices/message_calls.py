"""Calls of staff about messages to the people of a date."""

from typing import Any

from rest_framework.test import APIClient

from events.models import Occurrence
from tests.orders.api_calls import format_start
from tests.support.answers import json_of

EVERYBODY = ["buyers", "guests", "waiting"]
TEXT = "Bring two decks.\n\nWe start at 7 sharp,\nso come early."


def post_message(client: APIClient, date: Occurrence, *, key: str = "", **body: Any) -> Any:
    sent = {"startTime": format_start(date), "to": EVERYBODY, "subject": "Bring two decks", "body": TEXT} | body
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"/api/products/{date.event.public_id}/messages", sent, format="json", headers=headers)


def preview_message(client: APIClient, date: Occurrence, **body: Any) -> dict[str, Any]:
    return json_of(post_message(client, date, **body))


def send_message(client: APIClient, date: Occurrence, **body: Any) -> dict[str, Any]:
    """Look at the preview, and send it."""
    digest = preview_message(client, date, **body)["digest"]
    return json_of(post_message(client, date, digest=digest, **body))
