"""A club's own name, words and colours on the public pages: on the next load, in every process, and never as code."""

import json
import re
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connections, transaction
from django.test import Client

from charityshop.branding import defaults
from charityshop.models import ShopSettings
from tests.support.servers.running_shop import ROOT

pytestmark = pytest.mark.django_db


def shop_json(client: Client, path: str = "/about") -> dict[str, Any]:
    page = client.get(path).content.decode()
    found = re.search(r'<script type="application/json" id="shop">(.*?)</script>', page)
    assert found
    return dict(json.loads(found[1]))


def test_until_a_club_says_otherwise_the_story_tells_of_drinks_cards_giving_meetups_and_newcomers(
    client: Client,
) -> None:
    about = shop_json(client)["about"]

    told = " ".join([about["text"], *(section["text"] for section in about["sections"])])
    for part in (
        "Drinks, trading cards and charitable giving belong together",
        "regular meetups, from casual game nights to tournaments",
        "Newcomers are welcome",
    ):
        assert part in told
    assert ShopSettings.objects.count() == 0


def test_the_browser_app_has_the_same_tagline_for_a_page_that_brought_none() -> None:
    assert f'"{defaults.TAGLINE}"' in (ROOT / "frontend/src/state/shop.ts").read_text()


def keep(**changes: Any) -> None:
    ShopSettings.objects.update_or_create(pk=ShopSettings.ONLY, defaults=changes)


def stylesheet_link(client: Client) -> str | None:
    found = re.search(
        r'<link rel="stylesheet" href="(/theme\.css\?v=[0-9a-f]+)">', client.get("/about").content.decode()
    )
    return found[1] if found else None


def test_the_name_the_words_and_the_address_are_on_the_next_page(client: Client, settings: Any) -> None:
    assert shop_json(client)["name"] == "Cards for a Cause"
    client.get("/about")

    keep(name="Foam & Felt", welcome="Hello there.", about="We play.", contact_email="hi@example.com", about_2="")

    page, shop = client.get("/about").content.decode(), shop_json(client)
    assert "<title>About Us · Foam &amp; Felt</title>" in page
    assert '<meta name="description" content="We play.">' in page
    assert (shop["name"], shop["welcome"], shop["contactEmail"]) == ("Foam & Felt", "Hello there.", "hi@example.com")
    assert shop["about"]["text"] == "We play."
    assert len(shop["about"]["sections"]) == 2
    assert client.get("/manifest.webmanifest").json()["name"] == "Foam & Felt"


def test_without_a_name_of_its_own_the_shop_has_the_one_of_the_environment(client: Client, settings: Any) -> None:
    keep(tagline="Cards and coffee.")
    settings.SHOP_NAME = "Named by the environment"

    assert shop_json(client)["name"] == "Named by the environment"
    assert shop_json(client)["tagline"] == "Cards and coffee."


def test_colours_come_as_a_stylesheet_whose_address_changes_with_them(client: Client) -> None:
    assert stylesheet_link(client) is None

    keep(felt="#5B2A86")
    purple = stylesheet_link(client)
    keep(felt="#0B3D91")
    blue = stylesheet_link(client)

    assert purple
    assert blue
    assert purple != blue
    answer = client.get(blue)
    assert "--felt:#0B3D91" in answer.content.decode()
    assert answer["Content-Type"].startswith("text/css")
    assert "immutable" in answer["Cache-Control"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    page = client.get("/about")
    assert '<meta name="theme-color" content="#0B3D91">' in page.content.decode()
    assert client.get("/manifest.webmanifest").json()["theme_color"] == "#0B3D91"
    assert "unsafe" not in page["Content-Security-Policy"]


def test_an_address_of_earlier_colours_is_not_kept_with_later_ones(client: Client) -> None:
    keep(felt="#5B2A86")
    purple = stylesheet_link(client)
    keep(felt="#0B3D91")

    assert purple
    assert client.get(purple)["Cache-Control"] == "no-cache"
    assert client.get("/theme.css")["Cache-Control"] == "no-cache"


def test_no_word_of_a_club_is_ever_code(client: Client) -> None:
    evil = "</style></script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    keep(
        name=evil[:60], tagline=evil, description=evil, welcome=evil, about=evil, about_1_title=evil, about_1=evil,
        invitation=evil, maker_credit=evil,
    )  # fmt: skip

    for path in ("/", "/about", "/nowhere"):
        page = client.get(path).content.decode()
        assert "<script>alert" not in page
        assert "<img" not in page
        assert "onerror=alert(1)>" not in page.replace("\\u003E", "")
    assert shop_json(client)["about"]["text"] == evil


def test_what_is_no_colour_stays_out_even_if_it_got_into_the_database(client: Client) -> None:
    keep(felt="url(x)", amber="</styl", link="red;}a{", felt_dark="#12;}}")

    page = client.get("/about").content.decode()

    assert stylesheet_link(client) is None
    assert client.get("/theme.css").content == b""
    assert '<meta name="theme-color" content="#12402F">' in page
    for value in ("url(x)", "red;}", "#12;}}"):
        assert value not in page


def test_there_is_one_row_and_no_second() -> None:
    keep(name="One")

    with pytest.raises(IntegrityError), transaction.atomic():
        ShopSettings.objects.create(pk=2)


@pytest.mark.django_db(transaction=True)
def test_while_the_database_is_away_a_page_looks_as_it_did_last(client: Client, monkeypatch: Any) -> None:
    keep(name="Foam & Felt")
    client.get("/about")

    def away(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("connection refused")

    with monkeypatch.context() as without:
        without.setattr(connections["default"], "cursor", away)
        page = client.get("/about")

    assert page.status_code == 200
    assert "Foam &amp; Felt" in page.content.decode()
