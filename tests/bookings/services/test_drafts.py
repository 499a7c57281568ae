"""Reasons that keep an event a draft, whatever could publish it."""

from datetime import datetime

import pytest
from rest_framework.test import APIClient

from events.models import Event
from tests.bookings.events import book, create_event, evening, json_time, list_upcoming, save

NO_LENGTH = "The end time is the same as the start time. Set a later end time to publish this event."
WEEKLY = {"isRecurring": True, "recurringPattern": {"recurringInterval": "weekly", "endDate": None}}


def create_draft(client: APIClient, **fields: object) -> Event:
    made = client.post("/api/products", fields, format="json")
    assert made.status_code == 201
    return Event.objects.get(public_id=made.json()["_id"])


def without_length(start: datetime) -> dict[str, str]:
    return {"startTime": json_time(start), "endTime": json_time(start)}


@pytest.mark.parametrize("rule", [{}, WEEKLY], ids=["one-off", "series"])
def test_an_event_without_length_is_saved_as_a_draft_with_a_reason(
    as_admin: APIClient, as_anonymous: APIClient, rule: dict[str, object]
) -> None:
    event = create_draft(as_admin)

    answer = save(as_admin, event, name="Draft", maximumEventCapacity=24, **without_length(evening(3)), **rule)

    assert answer.status_code == 200
    assert (answer.json()["name"], answer.json()["status"]) == ("Draft", "draft")
    assert answer.json()["draftReasons"] == [NO_LENGTH]
    assert as_admin.get(f"/api/products/{event.public_id}").json()["draftReasons"] == [NO_LENGTH]
    assert as_anonymous.get(f"/api/products/{event.public_id}").status_code == 404
    assert as_anonymous.get("/api/products/all").json() == []


def test_saving_a_later_end_publishes_a_draft(as_admin: APIClient, as_anonymous: APIClient) -> None:
    event = create_draft(as_admin)
    save(as_admin, event, maximumEventCapacity=24, **without_length(evening(3)))

    product = save(as_admin, event, endTime=json_time(evening(3, 22))).json()

    assert (product["status"], product["draftReasons"]) == ("published", [])
    dates = as_anonymous.get(f"/api/products/{event.public_id}").json()["occurrences"]
    assert [(date["startTime"], date["endTime"]) for date in dates] == [
        (json_time(evening(3)), json_time(evening(3, 22)))
    ]


def test_a_published_event_cannot_lose_its_length(as_admin: APIClient) -> None:
    event = create_event(as_admin)
    book(event, 0)

    answer = save(as_admin, event, **without_length(evening(4)), moveBookings=True)

    assert answer.status_code == 400
    assert answer.json()["errors"] == {"endTime": ["End time must be after start time."]}
    assert list_upcoming(event) == [evening(3)]
