"""The calendars people subscribe to: what is new in them, and what is not sent again."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from bookings.services import events as event_services
from events.models import Event, Occurrence
from tests.bookings.calendars import entries_at
from tests.bookings.reading import SHOP
from tests.bookings.saving import evening
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


def a_weekly_series(**fields: Any) -> Event:
    return EventFactory(is_recurring=True, repeat_interval="weekly", **fields)


def save(event: Event, **changes: Any) -> Event:
    return event_services.update_event(event_id=event.pk, changes=changes, move_bookings=True, by=None)


def local_starts(client: Client) -> dict[str, datetime]:
    """When each date starts on the shop's wall clock, by which a series keeps its hour when summer time begins."""
    return {str(entry["UID"]): entry.start.astimezone(SHOP).replace(tzinfo=None) for entry in entries_at(client)}


# --- When things change ----------------------------------------------------------------------------------------------


def test_a_moved_night_keeps_its_uid_and_says_that_it_is_newer(client: Client) -> None:
    event = EventFactory()
    date = OccurrenceFactory(event=event)
    long_ago = timezone.now() - timedelta(days=3)
    Occurrence.objects.update(changed_at=long_ago)
    Event.objects.update(changed_at=long_ago)
    (before,) = entries_at(client)

    save(event, starts_at=event.starts_at + timedelta(days=1), ends_at=event.ends_at + timedelta(days=1))

    (after,) = entries_at(client)
    assert after["UID"] == before["UID"]
    assert after.start == date.starts_at + timedelta(days=1)
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after["LAST-MODIFIED"].dt > before["LAST-MODIFIED"].dt
    assert after["DTSTAMP"].dt == after["LAST-MODIFIED"].dt


def test_a_date_that_is_changed_without_its_event_is_newer_too(client: Client) -> None:
    OccurrenceFactory()
    Event.objects.update(changed_at=timezone.now() - timedelta(days=3))
    Occurrence.objects.update(changed_at=timezone.now() - timedelta(days=3))
    (before,) = entries_at(client)

    Occurrence.objects.update(status=Occurrence.Status.SKIPPED)

    (after,) = entries_at(client)
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after["LAST-MODIFIED"].dt > before["LAST-MODIFIED"].dt


def test_every_date_of_a_moved_series_keeps_its_uid(client: Client) -> None:
    event = a_weekly_series(starts_at=evening(3, 19), ends_at=evening(3, 22))
    save(event)
    before = local_starts(client)
    booked = event.occurrences.all()[3]
    BookingFactory(occurrence=booked)

    save(event, starts_at=evening(3, 20), ends_at=evening(3, 23))

    after = local_starts(client)
    assert len(after) > 50
    assert after == {uid: start + timedelta(hours=1) for uid, start in before.items() if uid in after}


def test_a_skipped_date_is_cancelled_in_place_and_comes_back(client: Client) -> None:
    event = a_weekly_series(name="Pauper League")
    save(event)
    first, second, *_ = entries_at(client)

    event_services.skip_date(event_id=event.pk, when=first.start, by=None)

    cancelled, untouched, *_ = entries_at(client)
    assert (cancelled["UID"], cancelled["STATUS"]) == (first["UID"], "CANCELLED")
    assert cancelled["SUMMARY"] == "Cancelled: Pauper League"
    assert (untouched["UID"], untouched["STATUS"]) == (second["UID"], "CONFIRMED")

    event_services.restore_date(event_id=event.pk, when=first.start, by=None)

    back = entries_at(client)[0]
    assert (back["UID"], back["STATUS"], back["SUMMARY"]) == (first["UID"], "CONFIRMED", "Pauper League")


def test_a_date_that_another_one_replaced_is_not_told_as_cancelled(client: Client) -> None:
    event = EventFactory()
    stays = OccurrenceFactory(event=event, starts_at=in_days(3))
    OccurrenceFactory(event=event, starts_at=in_days(3, hours=1), status=Occurrence.Status.SKIPPED)
    dropped = OccurrenceFactory(event=event, starts_at=in_days(10), status=Occurrence.Status.DROPPED)

    kept, cancelled = entries_at(client)

    assert (kept.start, kept["STATUS"]) == (stays.starts_at, "CONFIRMED")
    assert (cancelled.start, cancelled["STATUS"]) == (dropped.starts_at, "CANCELLED")


def test_two_dates_never_share_a_uid(client: Client) -> None:
    for event in (a_weekly_series(), a_weekly_series()):
        save(event)

    uids = [entry["UID"] for entry in entries_at(client)]

    assert len(uids) > 100
    assert len(set(uids)) == len(uids)


# --- What it costs ---------------------------------------------------------------------------------------------------


def test_what_a_calendar_has_already_is_not_sent_again(client: Client, django_assert_num_queries: Any) -> None:
    OccurrenceFactory()
    etag = client.get("/calendar.ics")["ETag"]

    with django_assert_num_queries(2):  # the shop's name, and what was last changed
        again = client.get("/calendar.ics", headers={"If-None-Match": etag})

    assert (again.status_code, again["ETag"], again["Cache-Control"]) == (304, etag, "public, max-age=300")


@pytest.mark.parametrize("change", ["skip", "rename", "archive", "delete", "add"])
def test_every_change_has_another_etag(client: Client, change: str) -> None:
    event = OccurrenceFactory(starts_at=in_days(3)).event
    later = OccurrenceFactory(event=event, starts_at=in_days(10))
    etag = client.get("/calendar.ics")["ETag"]

    match change:
        case "skip":
            event_services.skip_date(event_id=event.pk, when=later.starts_at, by=None)
        case "rename":
            save(event, name="Another name")
        case "archive":
            event_services.archive_event(event_id=event.pk, by=None)
        case "delete":
            later.delete()
        case "add":
            OccurrenceFactory(event=event, starts_at=in_days(17))

    assert client.get("/calendar.ics", headers={"If-None-Match": etag}).status_code == 200


def test_a_calendar_costs_three_queries_and_an_events_four(client: Client, django_assert_num_queries: Any) -> None:
    for _ in range(3):
        event = EventFactory()
        for day in range(1, 12):
            OccurrenceFactory(event=event, starts_at=in_days(day))

    with django_assert_num_queries(3):
        client.get("/calendar.ics?category=Draft")
    with django_assert_num_queries(4):
        client.get(f"/calendar/{event.public_id}.ics")


def test_it_travels_compressed_and_cannot_be_posted_to(client: Client) -> None:
    OccurrenceFactory()

    assert client.get("/calendar.ics", headers={"Accept-Encoding": "gzip"})["Content-Encoding"] == "gzip"
    assert client.post("/calendar.ics").status_code == 405
