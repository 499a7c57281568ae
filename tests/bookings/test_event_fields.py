"""The names that a night has on the wire, and that none of what staff set is forgotten on the way."""

import pytest
from rest_framework.test import APIClient

from bookings.api.serializers.event_input import EventForm
from bookings.services.events import get_audited_values
from tests.support.factories import EventFactory, OccurrenceFactory

FIELDS = [
    "_id", "name", "title", "description", "image", "category", "cardSet", "brand", "price", "startTime", "endTime",
    "isRecurring", "rrule", "recurringPattern", "eventLocation", "maximumEventCapacity", "countInStock", "inStock",
    "type",
]  # fmt: skip


@pytest.mark.parametrize("in_a_list", [True, False])
def test_an_event_has_every_field_that_was_agreed(as_nobody: APIClient, in_a_list: bool) -> None:
    event = OccurrenceFactory().event

    answer = as_nobody.get("/api/products" if in_a_list else f"/api/products/{event.public_id}").json()
    row = answer["products"][0] if in_a_list else answer

    assert [name for name in FIELDS if name not in row] == []
    assert (row["type"], row["title"]) == ("event", row["name"])


def test_an_event_tells_every_field_that_staff_may_set(as_admin: APIClient) -> None:
    event = OccurrenceFactory().event

    row = as_admin.get(f"/api/products/{event.public_id}").json()

    assert EventForm().fields.keys() - row.keys() == set()


def test_what_staff_may_set_is_put_on_record() -> None:
    seats, pattern = {"countInStock", "maximumEventCapacity"}, {"pattern"}  # their columns have other names
    columns = {field.source for field in EventForm().fields.values()} - seats - pattern

    assert columns - get_audited_values(EventFactory.build()).keys() == set()


@pytest.mark.parametrize("character", ["\x07", "\x1b", "\x7f", "\n", "\u2028"])
def test_the_name_of_an_event_is_one_line_of_printable_characters(as_admin: APIClient, character: str) -> None:
    event = OccurrenceFactory().event

    sent = {"name": f"Friday{character}Draft"}
    row = as_admin.put(f"/api/products/{event.public_id}", sent, format="json").json()

    assert row["name"] == "Friday Draft"
