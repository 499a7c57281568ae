"""The fields of an event: staff can set each column, the API returns it, and the audit log records its changes."""

from typing import Any

import pytest
from rest_framework import serializers
from rest_framework.test import APIClient

from bookings.api.serializers.event_input import EventForm
from charityshop.audit import entries_about
from events.models import Event
from tests.support.factories import OccurrenceFactory

SPECIFIED = [
    "_id", "name", "title", "description", "image", "category", "cardSet", "brand", "price", "startTime", "endTime",
    "isRecurring", "rrule", "recurringPattern", "eventLocation", "maximumEventCapacity", "countInStock", "inStock",
    "type",
]  # fmt: skip
SET_BY_SERVICES = {"id", "public_id", "status", "created_at", "changed_at"}
POLICY = {"refund_policy", "refund_until_hours", "refund_fee_per_seat"}  # the form's refundPolicy
PATTERN = {"repeat_interval", "repeat_weekday", "repeat_weeks", "repeat_until"}  # the form's recurringPattern


@pytest.mark.parametrize("in_a_list", [True, False])
def test_an_event_has_every_specified_field(as_anonymous: APIClient, in_a_list: bool) -> None:
    event = OccurrenceFactory().event

    answer = as_anonymous.get("/api/products" if in_a_list else f"/api/products/{event.public_id}").json()
    row = answer["products"][0] if in_a_list else answer

    assert [name for name in SPECIFIED if name not in row] == []
    assert (row["type"], row["title"]) == ("event", row["name"])


def test_staff_can_set_every_column_of_an_event() -> None:
    columns = {field.name for field in Event._meta.get_fields() if field.concrete}

    assert columns - {field.source for field in EventForm().fields.values()} == SET_BY_SERVICES | PATTERN | POLICY


def test_the_api_returns_every_field_that_staff_can_set(as_admin: APIClient) -> None:
    event = OccurrenceFactory().event

    row = as_admin.get(f"/api/products/{event.public_id}").json()

    assert EventForm().fields.keys() - row.keys() == set()


def test_the_audit_log_records_every_changed_field(as_admin: APIClient) -> None:
    event = OccurrenceFactory().event
    fields = {
        name: field for name, field in EventForm().fields.items() if get_plain_type(field) and name != "countInStock"
    }
    changes = {name: get_plain_type(field)(7) for name, field in fields.items()}

    answer = as_admin.put(f"/api/products/{event.public_id}", changes, format="json")

    assert answer.status_code == 200, answer.json()
    assert {name: answer.json()[name] for name in changes} == changes
    entry = entries_about(event).last()
    assert entry is not None
    assert {field.source for field in fields.values()} == entry.changes.keys()


def get_plain_type(field: Any) -> Any:
    """Return the type of a plain text or number field, else None."""
    types = {serializers.DecimalField: float, serializers.IntegerField: int}
    is_text = isinstance(field, serializers.CharField) and field.source not in ("image", "starts_at", "ends_at")
    return str if is_text else types.get(type(field))


@pytest.mark.parametrize("character", ["\x07", "\x1b", "\x7f", "\n", "\u2028"])
def test_the_name_of_an_event_is_one_line_of_printable_characters(as_admin: APIClient, character: str) -> None:
    event = OccurrenceFactory().event

    sent = {"name": f"Friday{character}Draft"}
    row = as_admin.put(f"/api/products/{event.public_id}", sent, format="json").json()

    assert row["name"] == "Friday Draft"
