"""Reasons that keep an event a draft, whatever could publish it."""

from datetime import datetime

import pytest
from rest_framework.test import APIClient

from bookings.services import events as event_services
from events.models import Event
from tests.bookings.events import act, book, create_event, evening, json_time, list_upcoming, save

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


def test_an_event_within_one_minute_has_no_length(as_admin: APIClient) -> None:
    start = json_time(evening(3))
    times = {"startTime": start.replace(":00Z", ":10Z"), "endTime": start.replace(":00Z", ":50Z")}

    assert save(as_admin, create_draft(as_admin), **times).json()["status"] == "draft"


def test_a_saved_event_with_default_times_stays_a_draft(as_admin: APIClient) -> None:
    event = create_draft(as_admin)

    product = save(as_admin, event, name="Draft", maximumEventCapacity=24).json()

    assert (product["status"], product["draftReasons"]) == ("draft", [NO_LENGTH])


def test_saving_a_later_end_publishes_a_draft(as_admin: APIClient, as_anonymous: APIClient) -> None:
    event = create_draft(as_admin)
    save(as_admin, event, maximumEventCapacity=24, **without_length(evening(3)))

    product = save(as_admin, event, endTime=json_time(evening(3, 22))).json()

    assert (product["status"], product["draftReasons"]) == ("published", [])
    dates = as_anonymous.get(f"/api/products/{event.public_id}").json()["occurrences"]
    assert [(date["startTime"], date["endTime"]) for date in dates] == [
        (json_time(evening(3)), json_time(evening(3, 22)))
    ]


def test_restoring_does_not_publish_an_event_without_length(as_admin: APIClient, as_anonymous: APIClient) -> None:
    event = create_draft(as_admin)
    save(as_admin, event, **without_length(evening(3)))
    act(as_admin, event, "archive")

    product = act(as_admin, event, "restore").json()

    assert (product["status"], product["draftReasons"]) == ("draft", [NO_LENGTH])
    assert as_anonymous.get(f"/api/products/{event.public_id}").status_code == 404


def test_an_event_that_lost_its_length_while_archived_is_restored_as_a_draft(as_admin: APIClient) -> None:
    event = create_event(as_admin)
    act(as_admin, event, "archive")
    assert save(as_admin, event, **without_length(evening(3))).json()["status"] == "archived"

    product = act(as_admin, event, "restore").json()

    assert (product["status"], product["draftReasons"]) == ("draft", [NO_LENGTH])


def test_a_published_event_cannot_lose_its_length(as_admin: APIClient) -> None:
    event = create_event(as_admin)
    book(event, 0)

    answer = save(as_admin, event, **without_length(evening(4)), moveBookings=True)

    assert answer.status_code == 400
    assert answer.json()["errors"] == {"endTime": ["End time must be after start time."]}
    assert list_upcoming(event) == [evening(3)]


def test_an_event_that_was_published_without_length_can_be_saved(as_admin: APIClient) -> None:
    event = create_event(as_admin)
    Event.objects.filter(pk=event.pk).update(ends_at=event.starts_at)

    product = save(as_admin, event, description="Bring a deck.", **without_length(evening(3))).json()

    assert (product["status"], product["draftReasons"]) == ("published", [])


def test_published_and_archived_events_have_no_draft_reasons(as_admin: APIClient, as_anonymous: APIClient) -> None:
    event = create_event(as_admin)

    assert as_anonymous.get(f"/api/products/{event.public_id}").json()["draftReasons"] == []
    event_services.archive_event(event_id=event.pk, by=None)
    assert as_admin.get(f"/api/products/{event.public_id}").json()["draftReasons"] == []
