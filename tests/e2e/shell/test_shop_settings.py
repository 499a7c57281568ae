"""A club's name, texts and colors on public pages."""

import re
from typing import Any

import pytest
from django.db import OperationalError, connections
from django.test import Client

from charityshop.models import ShopSettings
from tests.e2e.shell.html import data_in

pytestmark = pytest.mark.django_db


def keep(**changes: Any) -> None:
    ShopSettings.objects.update_or_create(pk=ShopSettings.ONLY, defaults=changes)


def stylesheet_link(client: Client) -> str | None:
    found = re.search(r'<link rel="stylesheet" href="(/theme\.css\?v=[0-9a-f]+)">', client.get("/about").text)
    return found[1] if found else None


def test_the_theme_stylesheets_url_changes_with_the_colors(client: Client) -> None:
    assert stylesheet_link(client) is None

    keep(felt="#5B2A86")
    purple = stylesheet_link(client)
    keep(felt="#0B3D91")
    blue = stylesheet_link(client)

    assert None not in (purple, blue)
    assert purple != blue
    response = client.get(blue)
    assert "--color-felt:#0B3D91" in response.content.decode()
    assert response["Content-Type"].startswith("text/css")
    assert "immutable" in response["Cache-Control"]
    assert response["X-Content-Type-Options"] == "nosniff"
    page = client.get("/about")
    assert '<meta name="theme-color" content="#0B3D91">' in page.content.decode()
    assert client.get("/manifest.webmanifest").json()["theme_color"] == "#0B3D91"
    assert "unsafe" not in page["Content-Security-Policy"]


def test_phones_get_the_first_sentence_of_the_welcome_apart(client: Client) -> None:
    keep(welcome="Cards at cafés in Port Alder. Come by! Newcomers are welcome.")

    welcome = data_in(client.get("/"), "shop")["welcome"]

    assert welcome == ["Cards at cafés in Port Alder.", "Come by! Newcomers are welcome."]


def test_texts_of_a_club_are_escaped(client: Client) -> None:
    evil = "</style></script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    texts = ("description", "welcome", "about", "about_1_title", "about_1", "invitation", "maker_credit")
    keep(name=evil[:60], **dict.fromkeys(texts, evil))

    for path in ("/", "/about", "/nowhere"):
        page = client.get(path).content.decode()
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert "onerror=alert(1)>" not in page.replace("\\u003E", "")
    assert data_in(client.get("/about"), "shop")["about"]["text"] == evil


@pytest.mark.django_db(transaction=True)
def test_pages_use_the_last_known_settings_without_the_database(client: Client, monkeypatch: Any) -> None:
    keep(name="Foam & Felt")
    client.get("/about")

    def away(*args: Any, **kwargs: Any) -> None:
        raise OperationalError("connection refused")

    with monkeypatch.context() as without:
        without.setattr(connections["default"], "cursor", away)
        page = client.get("/about")

    assert page.status_code == 200
    assert "Foam &amp; Felt" in page.content.decode()
