"""The content of calendar feeds."""

from collections.abc import Callable
from datetime import UTC
from typing import Any

import icalendar
import pytest
from django.test import Client
from django.utils import timezone

from bookings.services.events import roll_forward
from events.models import Event, Occurrence
from tests.bookings.events import act, create_series, evening, json_time, save
from tests.changes.change_calls import begin_cancel, move
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, in_days


def get_calendar(client: Client, path: str = "/calendar.ics") -> icalendar.Calendar:
    answer = client.get(path)
    assert answer.status_code == 200
    return icalendar.Calendar.from_ical(answer.content)


def get_entries(client: Client, path: str = "/calendar.ics") -> list[Any]:
    return list(get_calendar(client, path).walk("VEVENT"))


def get_summaries(client: Client, path: str = "/calendar.ics") -> list[str]:
    return [str(entry["SUMMARY"]) for entry in get_entries(client, path)]


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
    access = {"place__step_free": True, "place__quiet_corner": True, "place__access_note": "Ring at the side door."}
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


def test_an_event_has_its_own_calendar(client: Client) -> None:
    event = EventFactory(name="Moon Cube")
    for day in (1, 8):
        OccurrenceFactory(event=event, starts_at=in_days(day))
    OccurrenceFactory(event__name="Another night")

    path = f"/calendar/{event.public_id}.ics"

    assert get_summaries(client, path) == ["Moon Cube", "Moon Cube"]
    assert str(get_calendar(client, path)["X-WR-CALNAME"]).startswith("Moon Cube")


@pytest.mark.parametrize("query", ["category=Pauper", "keyword=moon", "priceMax=5"])
def test_filters_have_the_names_of_the_list_of_dates(client: Client, query: str) -> None:
    OccurrenceFactory(event__name="Moon league", event__category="Pauper", event__price=5)
    OccurrenceFactory(event__name="Another night")

    assert get_summaries(client, f"/calendar.ics?{query}&utm_source=mail") == ["Moon league"]


def test_no_text_of_an_event_breaks_out_of_its_line(client: Client) -> None:
    evil = "A; b, c\r\nATTENDEE:mailto:x@example.com\rEND:VEVENT\nBEGIN:VALARM\x0b\x85\u2028END:VCALENDAR \\N"
    event = EventFactory(name=evil, description=evil, place__name=evil, category=evil)
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


def test_an_unchanged_calendar_is_a_304(client: Client, django_assert_num_queries: Any) -> None:
    OccurrenceFactory()
    etag = client.get("/calendar.ics")["ETag"]

    with django_assert_num_queries(2):  # the shop's name, and the latest change
        again = client.get("/calendar.ics", headers={"If-None-Match": etag})

    assert (again.status_code, again["ETag"], again["Cache-Control"]) == (304, etag, "public, max-age=300")


@pytest.fixture
def series(as_admin) -> Event:
    """Four weekly dates at 7:00 PM, the first in three days."""
    return create_series(as_admin)


@pytest.fixture
def date(series) -> Occurrence:
    return series.occurrences.get(starts_at=evening(10))


def read(date: Occurrence) -> Occurrence:
    return Occurrence.objects.get(pk=date.pk)


def get_entry(client: Client, uid: str) -> Any:
    (entry,) = [each for each in get_entries(client) if each["UID"] == uid]
    return entry


def find_uid(client: Client, date: Occurrence) -> str:
    (entry,) = [each for each in get_entries(client) if each.start == date.starts_at]
    return str(entry["UID"])


def test_every_move_and_change_keeps_the_entry_and_raises_its_number(client, as_admin, series, date):
    uid = find_uid(client, date)

    def restore() -> None:
        assert act(as_admin, series, "unsnooze", startTime=json_time(read(date).starts_at)).status_code == 200

    steps: list[tuple[Callable[[], Any], Any, str]] = [
        (lambda: move(as_admin, read(date), evening(10, 14)), evening(10, 14), "CONFIRMED"),
        (lambda: move(as_admin, read(date), evening(12, 14)), evening(12, 14), "CONFIRMED"),
        (lambda: save(as_admin, series, name="Another name"), evening(12, 14), "CONFIRMED"),
        (lambda: save(as_admin, series, eventLocation="Another place"), evening(12, 14), "CONFIRMED"),
        (lambda: begin_cancel(as_admin, read(date)), evening(12, 14), "CANCELLED"),
        (restore, evening(12, 14), "CONFIRMED"),
        (lambda: move(as_admin, read(date), evening(10)), evening(10), "CONFIRMED"),
        (lambda: move(as_admin, read(date), evening(10, 14)), evening(10, 14), "CONFIRMED"),
        (lambda: roll_forward(now=timezone.now()), evening(10, 14), "CONFIRMED"),
    ]
    for act_now, start, status in steps:
        before = get_entry(client, uid)["SEQUENCE"]
        act_now()
        entry = get_entry(client, uid)
        assert (entry.start, entry["STATUS"]) == (start, status)
        assert entry["SUMMARY"].startswith("Canceled: ") == (status == "CANCELLED")
        assert entry["DTSTAMP"].dt == entry["LAST-MODIFIED"].dt
        assert len(get_entries(client)) == 4
        assert entry["SEQUENCE"] > before or act_now is steps[-1][0]


@pytest.mark.parametrize("move_bookings", [True, False])
def test_the_series_gets_other_times_after_a_date_moved(client, as_admin, series, date, move_bookings):
    uid = find_uid(client, date)
    booked = BookingFactory(occurrence=series.occurrences.get(starts_at=evening(17))).occurrence
    move(as_admin, date, evening(10, 14))

    times = {"startTime": json_time(evening(3, 20)), "endTime": json_time(evening(3, 23))}
    assert save(as_admin, series, moveBookings=move_bookings, **times).status_code == 200

    starts = [entry.start for entry in get_entries(client)]
    assert starts == [evening(3, 20), evening(10, 14), evening(17, 20 if move_bookings else 19), evening(24, 20)]
    assert get_entry(client, uid).start == evening(10, 14)
    move(as_admin, read(date), evening(10, 20))
    move(as_admin, read(date), evening(10, 14))
    roll_forward(now=timezone.now())
    assert [entry.start for entry in get_entries(client)] == starts
    begin_cancel(as_admin, read(booked))
    assert len(get_entries(client)) == 4
