"""The content of calendar feeds."""

from datetime import UTC
from typing import Any

import icalendar
import pytest
from django.test import Client

from tests.bookings.ical.calendars import get_calendar, get_entries
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


def get_summaries(client: Client, path: str = "/calendar.ics") -> list[str]:
    return [str(entry["SUMMARY"]) for entry in get_entries(client, path)]


# --- Entries ---------------------------------------------------------------------------------------------------------


def test_an_entry_has_time_place_and_link_of_a_date(client: Client, settings: Any) -> None:
    event = EventFactory(name="Friday Draft", description="Open packs.\nPlay.", category="Draft")
    date = OccurrenceFactory(event=event)

    (entry,) = get_entries(client)

    page = f"{settings.SITE_URL}/product/{event.public_id}?rsvpDate={date.starts_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    assert (entry["SUMMARY"], entry["LOCATION"]) == ("Friday Draft", "Copper Kettle Brewing, 12 Dock St")
    assert (entry.start, entry.end) == (date.starts_at, date.ends_at)
    assert entry["DTSTART"].to_ical().endswith(b"Z")
    assert entry["DESCRIPTION"] == f"Open packs.\nPlay.\n\n{page}"
    assert (entry["URL"], entry["STATUS"], entry["TRANSP"]) == (page, "CONFIRMED", "TRANSPARENT")


def test_an_entry_says_what_guests_need_to_know_to_come(client: Client) -> None:
    access = {"step_free": True, "quiet_corner": True, "access_note": "Ring at the side door."}
    OccurrenceFactory(event=EventFactory(description="Long. " * 200, **access))

    (entry,) = get_entries(client)

    assert "\n\nStep-free · quiet corner. Ring at the side door.\n\nhttp" in entry["DESCRIPTION"]


def test_dates_of_the_last_six_weeks_are_included(client: Client) -> None:
    for name, days in (("long over", -60), ("last week", -7), ("next year", 360)):
        OccurrenceFactory(event__name=name, starts_at=in_days(days))

    assert get_summaries(client) == ["last week", "next year"]


@pytest.mark.parametrize("status", ["draft", "archived"])
def test_hidden_events_are_in_no_calendar(client: Client, as_admin: Any, status: str) -> None:
    event = OccurrenceFactory(event__status=status).event

    for who in (client, as_admin):
        assert icalendar.Calendar.from_ical(who.get("/calendar.ics").content).walk("VEVENT") == []
        assert who.get(f"/calendar/{event.public_id}.ics").status_code == 404
    assert client.get(f"/calendar/{'0' * 24}.ics").status_code == 404


def test_bookings_do_not_change_the_calendar(client: Client) -> None:
    date = OccurrenceFactory()
    before = client.get("/calendar.ics").content
    BookingFactory(occurrence=date, user__email="zoe@example.com", user__first_name="Zoe")

    assert client.get("/calendar.ics").content == before


# --- Events and filters ----------------------------------------------------------------------------------------------


def test_an_event_has_its_own_calendar(client: Client) -> None:
    event = EventFactory(name="Moon Cube")
    for day in (1, 8):
        OccurrenceFactory(event=event, starts_at=in_days(day))
    OccurrenceFactory(event__name="Another night")

    path = f"/calendar/{event.public_id}.ics"

    assert get_summaries(client, path) == ["Moon Cube", "Moon Cube"]
    assert str(get_calendar(client, path)["X-WR-CALNAME"]).startswith("Moon Cube")


@pytest.mark.parametrize(
    "query",
    [
        "category=Pauper",
        "keyword=moon",
        "priceMax=5",
    ],
)
def test_filters_have_the_names_of_the_list_of_dates(client: Client, query: str) -> None:
    OccurrenceFactory(
        event__name="Moon league",
        event__category="Pauper",
        event__card_set="Old Border",
        event__format="League",
        event__event_location="Larch Lodge",
        event__price=5,
    )
    OccurrenceFactory(event__name="Another night")

    assert get_summaries(client, f"/calendar.ics?{query}&utm_source=mail") == ["Moon league"]


@pytest.mark.parametrize("query", ["weekday=8", "keyword=%00"])
def test_an_unreadable_filter_is_rejected(client: Client, query: str) -> None:
    answer = client.get(f"/calendar.ics?{query}")

    assert answer.status_code == 400
    assert answer.json()["message"]


# --- Hostile texts ---------------------------------------------------------------------------------------------------


def test_no_text_of_an_event_breaks_out_of_its_line(client: Client) -> None:
    evil = "A; b, c\r\nATTENDEE:mailto:x@example.com\rEND:VEVENT\nBEGIN:VALARM\x0b\x85\u2028END:VCALENDAR \\N"
    event = EventFactory(name=evil, description=evil, event_location=evil, category=evil)
    OccurrenceFactory(event=event)

    for path in ("/calendar.ics", f"/calendar/{event.public_id}.ics"):
        answer = client.get(path)
        (entry,) = icalendar.Calendar.from_ical(answer.content).walk("VEVENT")
        lines = answer.content.decode().split("\r\n")
        assert "ATTENDEE" not in entry
        assert not entry.subcomponents
        assert [line for line in lines if line.startswith(("ATTENDEE", "BEGIN:VALARM"))] == []
        assert lines.count("END:VEVENT") == lines.count("END:VCALENDAR") == 1
        assert all(len(line.encode()) <= 75 for line in lines)
        assert not {"\x0b", "\x85", "\u2028"} & set(answer.content.decode())
        assert entry["SUMMARY"].startswith("A; b, c ATTENDEE:mailto:x@example.com END:VEVENT")
