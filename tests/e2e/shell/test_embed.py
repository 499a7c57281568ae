"""The list of nights that a club puts on its own site."""

import re
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from charityshop.models import ShopSettings
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


def policy_of(answer: Any) -> dict[str, list[str]]:
    parts = [part.split() for part in answer["Content-Security-Policy"].split(";")]
    return {name: sources for name, *sources in parts}


def names_in(answer: Any) -> list[str]:
    return re.findall(r"<h2><a [^>]+>(.*?)<span", answer.content.decode())


def test_it_lists_the_next_nights_with_links_that_open_the_shop(client: Client, settings: Any) -> None:
    event = EventFactory(name="Friday Draft", price="18", maximum_event_capacity=20)
    date = OccurrenceFactory(event=event, starts_at=in_days(2))
    BookingFactory(occurrence=date, seats=5)
    OccurrenceFactory(event__name="Later", starts_at=in_days(5))
    OccurrenceFactory(event__name="Over", starts_at=in_days(-1))
    OccurrenceFactory(event__name="Draft of one", event__status="draft")

    answer = client.get("/embed/events")

    page = answer.content.decode()
    assert names_in(answer) == ["Friday Draft", "Later"]
    links = re.findall(r'<a href="([^"]+)" target="_blank" rel="noopener">', page)
    assert len(links) == page.count("<a ") == 3
    assert links[0].startswith(f"{settings.SITE_URL}/product/{event.public_id}?rsvpDate=")
    assert "$18.00" in page
    assert "15 seats left" in page
    assert "Copper Kettle Brewing, 12 Dock St" in page


@pytest.mark.parametrize(("taken", "words"), [(24, "Sold Out!"), (23, "Only 1 seat left"), (20, "Only 4 seats left")])
def test_it_says_when_seats_run_short(client: Client, taken: int, words: str) -> None:
    BookingFactory(occurrence=OccurrenceFactory(), seats=taken)

    assert f">{words}<" in client.get("/embed/events").content.decode()


def test_only_this_page_may_be_framed_and_it_may_do_next_to_nothing(client: Client) -> None:
    answer = client.get("/embed/events")

    policy = policy_of(answer)
    assert policy["frame-ancestors"] == ["*"]
    assert "X-Frame-Options" not in answer
    assert (policy["default-src"], policy["form-action"], policy["base-uri"]) == (["'none'"],) * 3
    assert policy["script-src"] == policy["style-src"] == policy["img-src"] == ["'self'"]
    for path in ("/", "/about", "/embed.js", "/embed/none", "/calendar.ics", "/admin-console/login/"):
        assert policy_of(client.get(path))["frame-ancestors"] == ["'none'"], path


def test_it_sets_no_cookie_and_is_the_same_for_everybody(client: Client, as_admin: Any) -> None:
    OccurrenceFactory()

    answers = [client.get("/embed/events"), as_admin.get("/embed/events")]

    assert answers[0].content == answers[1].content
    assert not any(answer.cookies for answer in answers)
    assert "Cookie" not in answers[1].get("Vary", "")
    assert "<form" not in answers[0].content.decode()
    assert not re.search(r"<script(?![^>]* src=)", answers[0].content.decode())
    assert " style=" not in answers[0].content.decode()


def test_a_page_that_is_not_sent_twice_may_still_be_framed(client: Client) -> None:
    first = client.get("/embed/events")

    again = client.get("/embed/events", headers={"If-None-Match": first["ETag"]})

    assert again.status_code == 304
    assert policy_of(again) == policy_of(first)
    assert "X-Frame-Options" not in again


def test_it_can_be_narrowed_and_cut_short(client: Client) -> None:
    for number in range(4):
        OccurrenceFactory(event__name=f"Draft {number}", event__category="Draft", starts_at=in_days(number + 1))
    OccurrenceFactory(event__name="League", event__category="Pauper")

    assert names_in(client.get("/embed/events?category=Pauper")) == ["League"]
    assert names_in(client.get("/embed/events?category=Draft&limit=2")) == ["Draft 0", "Draft 1"]


@pytest.mark.parametrize("query", ["weekday=9", "limit=0", "limit=x", "limit=-1"])
def test_a_wrong_address_says_so_in_words_and_keeps_the_way_to_the_shop(client: Client, query: str) -> None:
    answer = client.get(f"/embed/events?{query}")

    assert answer.status_code == 400
    assert "can't read" in answer.content.decode()
    assert "/page/1" in answer.content.decode()
    assert policy_of(answer)["frame-ancestors"] == ["*"]


def test_a_list_without_nights_says_so(client: Client) -> None:
    assert "No events are planned" in client.get("/embed/events").content.decode()


def test_it_can_be_light_or_dark_whatever_the_system_says(client: Client) -> None:
    for theme, attribute in (("dark", ' data-theme="dark"'), ("light", ' data-theme="light"'), ('"><b>', "")):
        assert f'<html lang="en"{attribute}>' in client.get("/embed/events", {"theme": theme}).content.decode()


def test_no_text_of_an_event_breaks_out_of_it(client: Client) -> None:
    evil = "</h2><script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    OccurrenceFactory(event__name=evil, event__event_location=evil, event__category=evil)

    page = client.get("/embed/events").content.decode()

    assert "<script>" not in page
    assert "<img" not in page


def test_it_costs_two_queries(client: Client, django_assert_num_queries: Any) -> None:
    for day in range(1, 20):
        OccurrenceFactory(starts_at=in_days(day))

    with django_assert_num_queries(2):
        client.get("/embed/events?limit=15")


def test_the_one_line_script_and_what_the_frame_loads_are_there(client: Client) -> None:
    script = client.get("/embed.js")

    assert script["Content-Type"].startswith("text/javascript")
    assert script["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "embed/events" in script.content.decode()
    for address in re.findall(r'(?:src|href)="/static/([^"]+)"', client.get("/embed/events").content.decode()):
        assert finders.find(address)


def test_it_bears_the_clubs_colours(client: Client) -> None:
    assert "/embed/colours.css" not in client.get("/embed/events").content.decode()

    ShopSettings.objects.create(pk=ShopSettings.ONLY, felt="#3B1F5B", name="Owl Club")

    page = client.get("/embed/events").content.decode()
    colours = client.get(re.findall(r'href="(/embed/colours.css[^"]+)"', page)[0])
    assert "All events at Owl Club" in page
    assert colours["Content-Type"].startswith("text/css")
    assert "--felt:light-dark(#3B1F5B,#" in colours.content.decode()
