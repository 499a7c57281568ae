"""Hostile texts outside of pages: in spreadsheets, calendars, emails and queries they are harmless."""

import os
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.test import Client
from icalendar import Calendar

from bookings.ical.file import Entry, calendar_file
from charityshop.text import one_printable_line
from events.models import Event
from tests.orders.api_calls import build_order, pay_test_order, post_money
from tests.security.attacks import payloads
from tests.support.factories import OccurrenceFactory
from tests.support.messages import delivered, html_of

EVERY_PAYLOAD = bool(os.environ.get("SECURE_FULL"))
PROPERTIES = frozenset(
    ("UID", "SEQUENCE", "DTSTAMP", "SUMMARY", "DTSTART", "DTEND", "STATUS", "TRANSP", "DESCRIPTION", "URL")
) | {"LOCATION", "ORGANIZER"}
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
ANY = [*payloads.EVERY_TEXT, *payloads.FORMULAS, *payloads.HEADERS, *payloads.CALENDARS]


def test_no_text_adds_a_line_to_a_calendar() -> None:
    for text in ANY:
        entry = Entry("1", text, NOW, NOW + timedelta(hours=3), text, text, "https://tickets.example.org/product/1")

        content = calendar_file([entry], stamp=NOW)

        (event,) = Calendar.from_ical(content).walk("VEVENT")
        assert {name.upper() for name in event} == PROPERTIES, text
        assert not event.subcomponents, text
        assert event["URL"] == "https://tickets.example.org/product/1", text


@pytest.mark.parametrize("text", [*payloads.HEADERS, *payloads.CALENDARS, "\u2028", "\u0085x"])
def test_a_name_in_a_subject_is_one_line(text: str) -> None:
    assert not set("\r\n\x0b\x85\u2028") & set(one_printable_line(text))


def test_emails_about_hostile_names_are_harmless(db: None, as_visitor: Any, visitor: Any) -> None:
    """The receipt for such an event has a subject of one line, and contains no active HTML."""
    for text in [payloads.chunks(190)[0], payloads.HEADERS[0], "<img src=x onerror=ran()>", "{{7*7}} {% debug %}"]:
        date = OccurrenceFactory(event__name=text, event__place__name=text, event__description=text)
        type(visitor).objects.filter(pk=visitor.pk).update(first_name=text[:150], last_name="<script>ran()</script>")
        pay_test_order(as_visitor, post_money(as_visitor, build_order(date)).json())

    mails = delivered("order_paid")
    assert len(mails) == 4
    for mail in mails:
        assert html_of(mail)
        assert "\n" not in mail.subject
        assert "\r" not in mail.subject
        for tag in ("<script", "<img src=x", "<svg onload", "<iframe", "<body onload"):
            assert tag not in html_of(mail).lower()


@pytest.mark.parametrize("path", ["/api/products", "/api/products?view=dates", "/api/users", "/api/orders"])
def test_hostile_texts_in_queries_are_harmless(as_admin: Any, visitor: Any, path: str) -> None:
    OccurrenceFactory(event__name="Plain event")
    bare, _, view = path.partition("?")
    others = [(name, payloads.IN_QUERIES[:3]) for name in ("category", "product", "from", "status")]
    for name, texts in [("keyword", payloads.EVERY_TEXT if EVERY_PAYLOAD else payloads.IN_QUERIES), *others]:
        for text in texts:
            query = "&".join(filter(None, [view, urlencode({name: text})]))
            answer = as_admin.get(f"{bare}?{query}")
            assert answer.status_code in (200, 400), (query, answer.content)

    assert Event.objects.get().name == "Plain event"
    assert not as_admin.get("/api/products", {"keyword": "' OR '1'='1"}).json()["products"]


@pytest.mark.parametrize(("encoded", "found"), [("%2571", True), ("%71", False), ("%252571", False)])
def test_input_is_decoded_once(as_admin: Any, encoded: str, found: bool) -> None:
    OccurrenceFactory(
        event__name="Deck %71", event__description="", event__place__name="Default", event__place__address=""
    )

    assert bool(as_admin.get(f"/api/products?keyword={encoded}").json()["products"]) is found


def test_hostile_texts_in_an_address_are_harmless(client: Client, db: None) -> None:
    for text in payloads.EVERY_TEXT if EVERY_PAYLOAD else payloads.IN_HTML[::4]:
        whole = quote(text, safe="")
        for path in (f"/search/{whole}/page/1", f"/{quote(text)}", f"/login?redirect={whole}"):
            page = client.get(path).content.decode()
            assert "<script>ran()" not in page.lower()
            assert "<img src=x" not in page
            assert "<svg onload" not in page
