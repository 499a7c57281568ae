"""Metadata and first data of pages about events."""

import json
import re
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from events.models import Occurrence
from tests.e2e.shell.html import data_in
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, in_days

# Each page also reads the shop settings and the build.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("built")]
SHOP = ZoneInfo("America/Los_Angeles")


def test_the_home_page_contains_the_shops_name_and_the_next_dates(client: Client, db: None) -> None:
    for day in range(1, 14):
        OccurrenceFactory(starts_at=in_days(day))

    response = client.get("/")

    first, _ = data_in(response, "first-data")
    assert "<title>Cards for a Cause</title>" in response.content.decode()
    assert first["key"] == ["Product", "dates", {}]
    answer = client.get("/api/products?view=dates").json()
    assert first["data"] | {"facets": answer["facets"]} == answer  # home has no filters
    assert first["data"]["total"] == 13


@pytest.mark.parametrize("number", [1, 2])
def test_the_list_of_events_contains_the_apps_first_data(client: Client, number: int) -> None:
    for day in [*range(1, 16), 40]:
        OccurrenceFactory(event=EventFactory(image="events/abc.jpg"), starts_at=in_days(day))
    last_day = (timezone.now() + timedelta(days=30)).astimezone(SHOP).date().isoformat()

    response = client.get(f"/page/{number}")

    (first,) = data_in(response, "first-data")
    assert first["key"] == ["Product", "upcoming", {"pageNumber": number, "to": last_day}]
    assert first["data"] == client.get(f"/api/products?view=upcoming&pageNumber={number}&to={last_day}").json()
    assert (first["data"]["total"], first["data"]["page"]) == (15, number)
    assert 'imagesrcset="/media/events/abc-320.avif 320w' in response.content.decode()


def test_filtered_and_empty_lists_contain_no_wrong_data(client: Client) -> None:
    assert data_in(client.get("/page/1?category=Draft"), "first-data") is None
    (first,) = data_in(client.get("/page/1"), "first-data")
    assert first["data"]["products"] == []


def json_ld_dates(response: Any) -> list[Any]:
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', response.content.decode())
    assert found
    return list(json.loads(found[1])["@graph"])


def test_an_events_page_has_json_ld_for_each_upcoming_date(client: Client, db: None, settings: Any) -> None:
    event = EventFactory(name="Friday <Draft>", price="18", image="events/abc.jpg", description="Open packs.\n\nPlay.")
    following = OccurrenceFactory(event=event, starts_at=in_days(2))
    full = OccurrenceFactory(event=event, starts_at=in_days(9))
    BookingFactory(occurrence=full, seats=24)
    OccurrenceFactory(event=event, starts_at=in_days(16), status=Occurrence.Status.CANCELED)

    response = client.get(f"/product/{event.public_id}?rsvpDate=2026-01-01")

    page, (about, later) = response.content.decode(), json_ld_dates(response)
    url = f"{settings.SITE_URL}/product/{event.public_id}"
    assert response.status_code == 200
    assert "<title>Friday &lt;Draft&gt; · Cards for a Cause</title>" in page
    assert f'<link rel="canonical" href="{url}">' in page
    assert f'property="og:image" content="{settings.SITE_URL}/media/events/abc-og.jpg"' in page
    assert "Open packs. Play." in page
    assert 'imagesrcset="/media/events/abc-320.avif 320w, /media/events/abc-640.avif 640w' in page
    assert (about["@type"], about["name"]) == ("Event", "Friday <Draft>")
    assert about["startDate"] == following.starts_at.astimezone(SHOP).isoformat()
    assert re.search(r"[+-]\d\d:\d\d$", about["startDate"])
    assert about["offers"]["price"] == "20.70"  # with tax, as it is charged
    assert about["offers"]["availability"] == "https://schema.org/InStock"
    assert about["eventStatus"] == "https://schema.org/EventScheduled"
    place = {"name": "Copper Kettle Brewing", "address": "Copper Kettle Brewing, 12 Dock St"}
    assert about["location"] == {"@type": "Place"} | place
    assert about["image"][0] == f"{settings.SITE_URL}/media/events/abc-og.jpg"
    assert about["organizer"]["name"] == settings.SHOP_NAME
    assert about["eventAttendanceMode"] == "https://schema.org/OfflineEventAttendanceMode"
    assert later["startDate"] == full.starts_at.astimezone(SHOP).isoformat()
    assert later["offers"]["availability"] == "https://schema.org/SoldOut"
    assert later["url"] == later["offers"]["url"] != about["url"]
    assert later["url"].startswith(f"{url}?rsvpDate=")


def test_a_long_series_has_limited_json_ld(client: Client, db: None) -> None:
    event = EventFactory(description="Long. " * 1000, place__step_free=True, place__parking=True)
    for day in range(1, 200):
        OccurrenceFactory(event=event, starts_at=in_days(day))

    found = json_ld_dates(client.get(f"/product/{event.public_id}"))

    assert len(found) == 20
    text, _, access = found[0]["description"].rpartition("\n\n")
    assert (len(text), access) == (500, "Step-free · parking")


def test_an_events_page_contains_the_apps_first_data(client: Client, db: None) -> None:
    date = OccurrenceFactory()

    response = client.get(f"/product/{date.event.public_id}")

    (first,) = data_in(response, "first-data")
    assert first["key"] == ["Product", date.event.public_id]
    assert first["data"] == client.get(f"/api/products/{date.event.public_id}").json()


@pytest.mark.parametrize("status", ["draft", "archived"])
def test_a_hidden_event_is_a_404_without_data(client: Client, as_admin: Any, status: str) -> None:
    event = EventFactory(name="Secret event", status=status)

    for who in (client, as_admin):
        response = who.get(f"/product/{event.public_id}", HTTP_HOST="localhost")
        assert response.status_code == 404
        assert "Secret" not in response.content.decode()
    assert client.get("/product/none").status_code == 404


def test_texts_of_events_are_escaped_in_pages(client: Client, db: None) -> None:
    evil = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    event = EventFactory(name=evil, description=evil, place__name=evil)

    page = client.get(f"/product/{event.public_id}").content.decode()

    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert json_ld_dates(client.get(f"/product/{event.public_id}"))[0]["name"] == evil


@pytest.mark.parametrize(
    ("path", "queries"), [("/", 6), ("/product/{event}", 5), ("/embed/events?limit=15", 3), ("/events.rss", 2)]
)
def test_a_page_costs_as_many_queries_however_many_dates_there_are(client, path, queries, django_assert_num_queries):
    event = EventFactory()
    for day in range(1, 30):
        OccurrenceFactory(event=event, starts_at=in_days(day))
        OccurrenceFactory(starts_at=in_days(day))

    with django_assert_num_queries(queries):
        client.get(path.format(event=event.public_id))
