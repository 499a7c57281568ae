"""The names that a night has on the wire."""

import pytest
from rest_framework.test import APIClient

from tests.factories import OccurrenceFactory

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
