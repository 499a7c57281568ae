"""The embedded list of events."""

import re
from typing import Any

import pytest
from django.test import Client

from charityshop.models import ShopSettings
from tests.e2e.shell.html import policy_of
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


def names_in(response: Any) -> list[str]:
    return re.findall(r"<h2><a [^>]+>(.*?)<span", response.content.decode())


def test_the_embedded_list_shows_the_next_events_with_links_to_the_shop(client: Client, settings: Any) -> None:
    event = EventFactory(name="Friday Draft", price="18", maximum_event_capacity=20)
    date = OccurrenceFactory(event=event, starts_at=in_days(2))
    BookingFactory(occurrence=date, seats=5)
    OccurrenceFactory(event__name="Later", starts_at=in_days(5))
    OccurrenceFactory(event__name="Over", starts_at=in_days(-1))
    OccurrenceFactory(event__name="Draft of one", event__status="draft")

    response = client.get("/embed/events")

    page = response.content.decode()
    assert names_in(response) == ["Friday Draft", "Later"]
    links = re.findall(r'<a href="([^"]+)" target="_blank" rel="noopener">', page)
    assert len(links) == page.count("<a ") == 3
    assert links[0].startswith(f"{settings.SITE_URL}/product/{event.public_id}?rsvpDate=")
    assert re.findall(r"\$[\d.]+", page) == ["$20.70", "$13.80"]  # with tax
    assert "15 seats left" in page
    assert re.findall('<p class="place">(.*)</p>', page)[0] == "Copper Kettle Brewing"


def test_only_the_embedded_page_may_be_framed_with_a_strict_policy(client: Client) -> None:
    response = client.get("/embed/events")

    policy = policy_of(response)
    assert policy["frame-ancestors"] == ["*"]
    assert "X-Frame-Options" not in response
    assert (policy["default-src"], policy["form-action"], policy["base-uri"]) == (["'none'"],) * 3
    assert policy["script-src"] == policy["style-src"] == policy["img-src"] == ["'self'"]
    for path in ("/", "/about", "/embed.js", "/embed/none", "/calendar.ics", "/admin-console/login/"):
        assert policy_of(client.get(path))["frame-ancestors"] == ["'none'"], path


def test_the_embedded_list_sets_no_cookie_and_is_the_same_for_all(client: Client, as_admin: Any) -> None:
    OccurrenceFactory()

    responses = [client.get("/embed/events"), as_admin.get("/embed/events")]

    assert responses[0].content == responses[1].content
    assert not any(response.cookies for response in responses)
    assert "Cookie" not in responses[1].get("Vary", "")
    assert "<form" not in responses[0].content.decode()
    assert not re.search(r"<script(?![^>]* src=)", responses[0].content.decode())
    assert " style=" not in responses[0].content.decode()


def test_the_embedded_list_can_be_filtered_and_limited(client: Client) -> None:
    for number in range(4):
        OccurrenceFactory(event__name=f"Draft {number}", event__category="Draft", starts_at=in_days(number + 1))
    OccurrenceFactory(event__name="League", event__category="Pauper")

    assert names_in(client.get("/embed/events?category=Pauper")) == ["League"]
    assert names_in(client.get("/embed/events?category=Draft&limit=2")) == ["Draft 0", "Draft 1"]


@pytest.mark.parametrize("query", ["weekday=9", "limit=0", "limit=x", "limit=-1"])
def test_invalid_filters_of_the_embedded_list_show_a_message_and_a_link(client: Client, query: str) -> None:
    response = client.get(f"/embed/events?{query}")

    assert response.status_code == 400
    assert "can't read" in response.content.decode()
    assert "/page/1" in response.content.decode()
    assert policy_of(response)["frame-ancestors"] == ["*"]


def test_the_embedded_lists_theme_can_be_set(client: Client) -> None:
    for theme, attribute in (("dark", ' data-theme="dark"'), ("light", ' data-theme="light"'), ('"><b>', "")):
        assert f'<html lang="en"{attribute}>' in client.get("/embed/events", {"theme": theme}).content.decode()


def test_the_embedded_list_has_the_clubs_colors(client: Client) -> None:
    assert "/embed/colours.css" not in client.get("/embed/events").content.decode()

    ShopSettings.objects.create(pk=ShopSettings.ONLY, felt="#3B1F5B", name="Owl Club")

    page = client.get("/embed/events").content.decode()
    stylesheet = client.get(re.findall(r'href="(/embed/colours.css[^"]+)"', page)[0])
    assert "All events at Owl Club" in page
    assert stylesheet["Content-Type"].startswith("text/css")
    assert "--felt:light-dark(#3B1F5B,#" in stylesheet.content.decode()
