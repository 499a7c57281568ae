"""The calendars people subscribe to, read back as a calendar reads them: what is in them."""

from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar
import pytest
from django.test import Client

from tests.bookings.calendars import calendar_at, entries_at
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


def named(client: Client, path: str = "/calendar.ics") -> list[str]:
    return [str(entry["SUMMARY"]) for entry in entries_at(client, path)]


# --- What is in it ---------------------------------------------------------------------------------------------------


def test_the_calendar_tells_when_and_where_a_night_is_and_where_to_reserve(client: Client, settings: Any) -> None:
    event = EventFactory(name="Friday Draft", description="Open packs.\nPlay.", category="Draft")
    date = OccurrenceFactory(event=event)

    (entry,) = entries_at(client)

    page = f"{settings.SITE_URL}/product/{event.public_id}?rsvpDate={date.starts_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    assert (entry["SUMMARY"], entry["LOCATION"]) == ("Friday Draft", "Copper Kettle Brewing, 12 Dock St")
    assert (entry.start, entry.end) == (date.starts_at, date.ends_at)
    assert entry["DTSTART"].to_ical().endswith(b"Z")
    assert entry["DESCRIPTION"] == f"Open packs.\nPlay.\n\n{page}"
    assert (entry["URL"], entry["STATUS"], entry["TRANSP"]) == (page, "CONFIRMED", "TRANSPARENT")


def test_the_calendar_has_a_name_and_says_how_often_to_ask_again(client: Client, settings: Any) -> None:
    OccurrenceFactory()

    answer = client.get("/calendar.ics")

    calendar = icalendar.Calendar.from_ical(answer.content)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=300"
    assert (calendar["X-WR-CALNAME"], calendar["NAME"]) == (settings.SHOP_NAME,) * 2
    assert calendar["REFRESH-INTERVAL"].dt == timedelta(hours=1)
    assert b"\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nSOURCE" in answer.content
    assert b"\r\nX-PUBLISHED-TTL:PT1H\r\n" in answer.content
    assert "METHOD" not in calendar  # with one, some calendars take it for an invitation


def test_it_keeps_the_last_weeks_and_leaves_out_what_is_long_over(client: Client) -> None:
    for name, days in (("long over", -60), ("last week", -7), ("next year", 360)):
        OccurrenceFactory(event__name=name, starts_at=in_days(days))

    assert named(client) == ["last week", "next year"]


@pytest.mark.parametrize("status", ["draft", "archived"])
def test_hidden_events_are_in_no_calendar(client: Client, as_admin: Any, status: str) -> None:
    event = OccurrenceFactory(event__status=status).event

    for who in (client, as_admin):
        assert icalendar.Calendar.from_ical(who.get("/calendar.ics").content).walk("VEVENT") == []
        assert who.get(f"/calendar/{event.public_id}.ics").status_code == 404
    assert client.get(f"/calendar/{'0' * 24}.ics").status_code == 404


def test_a_place_that_nobody_named_is_left_out(client: Client) -> None:
    OccurrenceFactory(event__event_location="Default")

    assert "LOCATION" not in entries_at(client)[0]


def test_nothing_in_it_tells_who_comes_or_how_many(client: Client) -> None:
    date = OccurrenceFactory()
    before = client.get("/calendar.ics").content
    BookingFactory(occurrence=date, user__email="zoe@example.com", user__first_name="Zoe")

    assert client.get("/calendar.ics").content == before


# --- By event and by filter ------------------------------------------------------------------------------------------


def test_a_series_has_a_calendar_of_its_own(client: Client) -> None:
    event = EventFactory(name="Moon Cube")
    for day in (1, 8):
        OccurrenceFactory(event=event, starts_at=in_days(day))
    OccurrenceFactory(event__name="Another night")

    path = f"/calendar/{event.public_id}.ics"

    assert named(client, path) == ["Moon Cube", "Moon Cube"]
    assert str(calendar_at(client, path)["X-WR-CALNAME"]).startswith("Moon Cube")


@pytest.mark.parametrize(
    "query",
    [
        "category=Pauper",
        "cardSet=Old+Border",
        "format=League",
        "eventLocation=Larch+Lodge",
        "keyword=moon",
        "priceMax=5",
    ],
)
def test_filters_have_the_names_of_the_list_of_dates(client: Client, query: str) -> None:
    OccurrenceFactory(
        event__name="Moon league", event__category="Pauper", event__card_set="Old Border", event__format="League",
        event__event_location="Larch Lodge", event__price=5,
    )  # fmt: skip
    OccurrenceFactory(event__name="Another night")

    assert named(client, f"/calendar.ics?{query}&utm_source=mail") == ["Moon league"]


def test_a_weekday_narrows_it_in_the_shops_zone(client: Client) -> None:
    friday_night = datetime(2030, 6, 8, 5, 0, tzinfo=UTC)  # Friday, ten in the evening, in Los Angeles
    OccurrenceFactory(event__name="Friday night", starts_at=friday_night)
    OccurrenceFactory(event__name="Saturday", starts_at=friday_night + timedelta(hours=12))

    assert named(client, "/calendar.ics?weekday=4") == ["Friday night"]
    assert str(calendar_at(client, "/calendar.ics?weekday=4")["X-WR-CALNAME"]).endswith(": Fri")


def test_a_narrowed_calendars_name_says_by_what(client: Client, settings: Any) -> None:
    for query, words in (("priceMax=0", "free"), ("priceMax=15&keyword=moon", "up to $15, moon")):
        assert calendar_at(client, f"/calendar.ics?{query}")["X-WR-CALNAME"] == f"{settings.SHOP_NAME}: {words}"


@pytest.mark.parametrize("query", ["weekday=8", "weekday=x", "keyword=%00"])
def test_a_filter_that_cannot_be_read_is_refused(client: Client, query: str) -> None:
    answer = client.get(f"/calendar.ics?{query}")

    assert answer.status_code == 400
    assert answer.json()["message"]


# --- What people type ------------------------------------------------------------------------------------------------


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


def test_a_filters_words_do_not_break_out_of_the_calendars_name(client: Client) -> None:
    calendar = calendar_at(client, "/calendar.ics?keyword=a%0D%0AX-EVIL:1&category=b%0Dc")

    assert "X-EVIL" not in calendar
    assert str(calendar["X-WR-CALNAME"]).endswith("b c, a X-EVIL:1")


def test_a_night_without_length_has_no_end(client: Client) -> None:
    starts_at = in_days(3)
    OccurrenceFactory(starts_at=starts_at, ends_at=starts_at)

    assert "DTEND" not in entries_at(client)[0]
