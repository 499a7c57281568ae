"""How old guests have to be: staff set it, and everybody who comes, or lets people in, reads it."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.ical.feed import Feed, list_feed_dates, render_feed
from bookings.models import Booking
from events.models import Event
from tests.bookings.seat_links import claim, create_token, read_seat
from tests.door import phones
from tests.e2e.shell.test_event_pages import json_ld_dates
from tests.orders.api_calls import create_order, list_booking_ids
from tests.orders.event_dates import create_date
from tests.support.answers import json_of
from tests.support.factories import EventFactory, OccurrenceFactory
from tests.support.messages import delivered, html_of

BRING = "21+: bring ID"


def save(client: APIClient, event: Event, **fields: Any) -> Any:
    return client.put(f"/api/products/{event.public_id}", fields, format="json")


@pytest.mark.parametrize("ages", [18, 21, "21", None])
def test_staff_set_the_ages_of_an_event_and_everybody_reads_them(as_admin: APIClient, as_anonymous: Any, ages: Any):
    event = OccurrenceFactory(event__min_age=18).event

    saved = save(as_admin, event, minAge=ages, seen={"minAge": 18})

    stored = int(ages) if ages else None
    assert (saved.status_code, saved.json()["minAge"]) == (200, stored)
    assert as_anonymous.get(f"/api/products/{event.public_id}").json()["minAge"] == stored
    (row,) = as_anonymous.get("/api/products?view=dates").json()["products"]
    assert row["minAge"] == stored


@pytest.mark.parametrize("ages", [16, 0, -21, 210, True, "", "adults", [21], {"min": 21}, 21.5])
def test_other_ages_are_refused_with_a_sentence(as_admin: APIClient, ages: Any) -> None:
    event = EventFactory(min_age=18)

    answer = save(as_admin, event, minAge=ages)

    assert answer.status_code == 400
    assert answer.json()["errors"] == {"minAge": ["Choose 18 or 21, or leave it empty for any age."]}
    event.refresh_from_db()
    assert event.min_age == 18


def test_ages_that_somebody_else_changed_are_not_replaced(as_admin: APIClient) -> None:
    event = EventFactory(min_age=21)

    answer = save(as_admin, event, minAge=18, seen={"minAge": None})

    assert (answer.status_code, answer.json()["code"]) == (409, "changed")


def test_the_page_its_json_ld_and_calendars_say_the_ages(client: Client, db: None) -> None:
    event = OccurrenceFactory(event__min_age=21).event

    page = client.get(f"/product/{event.public_id}")
    (about,) = json_ld_dates(page)
    feed = render_feed(list_feed_dates(timezone.now()), Feed("Dates", "All", "https://example.com/a.ics")).decode()

    assert about["typicalAgeRange"] == "21-"
    assert BRING in about["description"]
    assert "<strong>21+</strong>" in page.content.decode()
    assert BRING in feed.replace("\r\n ", "")
    assert BRING in client.get("/events.rss").content.decode()


def test_an_event_for_any_age_says_nothing_about_it(client: Client, db: None) -> None:
    event = OccurrenceFactory().event

    assert "typicalAgeRange" not in json_ld_dates(client.get(f"/product/{event.public_id}"))[0]


def test_tickets_and_emails_say_what_to_bring(as_visitor: APIClient) -> None:
    order = create_order(as_visitor, create_date(price="0", min_age=21), seats=2)
    (booking,) = Booking.objects.filter(public_id__in=list_booking_ids(order))
    token = create_token(as_visitor, booking)
    ticket = json_of(claim(token, email="sam@example.com"))

    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["orderItems"][0]["minAge"] == 21
    assert json_of(read_seat(ticket["ticketUrl"].rpartition("/seats/")[2]))["minAge"] == 21
    for kind in ("order_paid", "guest_ticket"):
        (message,) = delivered(kind)
        assert BRING in message.body
        assert BRING in html_of(message)


def test_phones_at_the_door_check_the_id(as_admin: APIClient) -> None:
    door = phones.DoorClient(as_admin, phones.create_date(event__min_age=21))

    assert door.phone().get_list().json()["night"]["ages"] == "21+: check ID"
