"""The fields of an event: staff can set each column, the API returns it, and the audit log records its changes.

The browser app shows and edits each text.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from rest_framework import serializers
from rest_framework.test import APIClient

from bookings.api.serializers.event_input import EventForm
from bookings.api.serializers.events import ProductDetailSerializer
from charityshop.audit import entries_about
from events.models import Event
from tests.support.factories import OccurrenceFactory

SPECIFIED = [
    "_id", "name", "title", "description", "image", "category", "cardSet", "brand", "price", "startTime", "endTime",
    "isRecurring", "rrule", "recurringPattern", "eventLocation", "maximumEventCapacity", "countInStock", "inStock",
    "type",
]  # fmt: skip
SET_BY_SERVICES = {"id", "hidden_at", "public_id", "status", "created_at", "changed_at", "revision"}
POLICY = {"refund_policy", "refund_until_hours", "refund_fee_per_seat"}  # the form's refundPolicy
PATTERN = {"repeat_interval", "repeat_weekday", "repeat_weeks", "repeat_until"}  # the form's recurringPattern

BROWSER_APP = Path(__file__).resolve().parents[2] / "frontend/src"
NOT_ON_THE_EVENT_PAGE = {
    "title": "it is the name again",
    "brand": "category and cardSet name the game; a maker is for programs that use the API",
    "type": 'it is "event" for everything that the shop sells',
    "rrule": "it is for calendar programs; the page lists the dates",
    "draftReasons": "they are for staff, and the form shows them",
    "placeId": "it is for staff; the page and the form show eventLocation",
}
NOT_IN_THE_FORM = {name: NOT_ON_THE_EVENT_PAGE[name] for name in ("brand", "type", "placeId")}
ON_NO_PAGE = (
    "The event page (frontend/src/shop/features/event) has no product.{name}: "
    "show {name} there, or add it to NOT_ON_THE_EVENT_PAGE with the reason."
)
IN_NO_FORM = (
    'The form (frontend/src/shop/features/admin/events/edit) has no form.field("{name}"): '
    "offer {name} there, or add it to NOT_IN_THE_FORM with the reason."
)


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


def test_the_event_page_shows_every_text_of_an_event() -> None:
    code = read_code("shop/features/event", "shop/shared/card/eventTexts.ts")

    shown = {name for name in list_texts() if re.search(rf"\b(product|venue|venueAt\(product, date\))\.{name}\b", code)}
    hidden = list_texts() - shown

    assert [ON_NO_PAGE.format(name=name) for name in sorted(hidden - NOT_ON_THE_EVENT_PAGE.keys())] == []
    assert NOT_ON_THE_EVENT_PAGE.keys() - hidden == set(), "The page shows it now: remove it from the list."


def test_the_form_offers_every_text_of_an_event_that_staff_can_set() -> None:
    code = read_code("shop/features/admin/events/edit")

    hidden = {name for name in list_texts() & EventForm().fields.keys() if f'"{name}")' not in code}

    assert [IN_NO_FORM.format(name=name) for name in sorted(hidden - NOT_IN_THE_FORM.keys())] == []
    assert NOT_IN_THE_FORM.keys() - hidden == set(), "The form offers it now: remove it from the list."


def list_texts() -> set[str]:
    """Return the names of an event's texts, and of its lists of texts, in the API."""
    kinds = (serializers.CharField, serializers.ChoiceField, serializers.SerializerMethodField)
    fields = ProductDetailSerializer().fields.items()
    return {name for name, field in fields if isinstance(getattr(field, "child", field), kinds)}


def read_code(*paths: str) -> str:
    """Return the browser app's code in these folders and files, without its tests."""
    files = [file for path in paths for file in (BROWSER_APP / path, *(BROWSER_APP / path).rglob("*.ts*"))]
    return "\n".join(file.read_text() for file in files if file.is_file() and ".test." not in file.name)


def test_the_audit_log_records_every_changed_field(as_admin: APIClient) -> None:
    event = OccurrenceFactory().event
    fields = {name: field for name, field in EventForm().fields.items() if get_plain_type(field)}
    del fields["countInStock"], fields["placeId"]
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
