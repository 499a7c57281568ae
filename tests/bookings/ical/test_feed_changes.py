"""Updates of calendar feeds: UIDs, sequence numbers and ETags."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from bookings.services import events as event_services
from changes.services.date_changes.skip_occurrence import restore_date
from events.models import Event, Occurrence
from tests.bookings.ical.calendars import get_entries
from tests.support.factories import EventFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


def create_weekly(**fields: Any) -> Event:
    return EventFactory(is_recurring=True, repeat_interval="weekly", **fields)


def save(event: Event, **changes: Any) -> Event:
    return event_services.update_event(event_id=event.pk, changes=changes, move_bookings=True, by=None)


# --- Changes ---------------------------------------------------------------------------------------------------------


def test_a_moved_date_has_the_same_uid_and_a_higher_sequence(client: Client) -> None:
    event = EventFactory()
    date = OccurrenceFactory(event=event)
    long_ago = timezone.now() - timedelta(days=3)
    Occurrence.objects.update(changed_at=long_ago)
    Event.objects.update(changed_at=long_ago)
    (before,) = get_entries(client)

    save(event, starts_at=event.starts_at + timedelta(days=1), ends_at=event.ends_at + timedelta(days=1))

    (after,) = get_entries(client)
    assert after["UID"] == before["UID"]
    assert after.start == date.starts_at + timedelta(days=1)
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after["LAST-MODIFIED"].dt > before["LAST-MODIFIED"].dt
    assert after["DTSTAMP"].dt == after["LAST-MODIFIED"].dt


def test_a_changed_date_of_an_unchanged_event_has_a_higher_sequence(client: Client) -> None:
    OccurrenceFactory()
    Event.objects.update(changed_at=timezone.now() - timedelta(days=3))
    Occurrence.objects.update(changed_at=timezone.now() - timedelta(days=3))
    (before,) = get_entries(client)

    Occurrence.objects.update(status=Occurrence.Status.SKIPPED)

    (after,) = get_entries(client)
    assert after["SEQUENCE"] > before["SEQUENCE"]
    assert after["LAST-MODIFIED"].dt > before["LAST-MODIFIED"].dt


def test_a_skipped_date_is_canceled_and_a_restored_one_is_confirmed(client: Client) -> None:
    event = create_weekly(name="Pauper League")
    save(event)
    first, second, *_ = get_entries(client)

    event_services.skip_date(event_id=event.pk, when=first.start, by=None)

    cancelled, untouched, *_ = get_entries(client)
    assert (cancelled["UID"], cancelled["STATUS"]) == (first["UID"], "CANCELLED")
    assert cancelled["SUMMARY"] == "Canceled: Pauper League"
    assert (untouched["UID"], untouched["STATUS"]) == (second["UID"], "CONFIRMED")

    restore_date(event_id=event.pk, when=first.start, by=None)

    back = get_entries(client)[0]
    assert (back["UID"], back["STATUS"], back["SUMMARY"]) == (first["UID"], "CONFIRMED", "Pauper League")


# --- Requests --------------------------------------------------------------------------------------------------------


def test_an_unchanged_calendar_is_a_304(client: Client, django_assert_num_queries: Any) -> None:
    OccurrenceFactory()
    etag = client.get("/calendar.ics")["ETag"]

    with django_assert_num_queries(2):  # the shop's name, and the latest change
        again = client.get("/calendar.ics", headers={"If-None-Match": etag})

    assert (again.status_code, again["ETag"], again["Cache-Control"]) == (304, etag, "public, max-age=300")


@pytest.mark.parametrize("change", ["skip", "rename", "archive", "delete", "add"])
def test_every_change_changes_the_etag(client: Client, change: str) -> None:
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


def test_the_shops_calendar_takes_three_queries_and_an_events_four(
    client: Client, django_assert_num_queries: Any
) -> None:
    for _ in range(3):
        event = EventFactory()
        for day in range(1, 12):
            OccurrenceFactory(event=event, starts_at=in_days(day))

    with django_assert_num_queries(3):
        client.get("/calendar.ics?category=Draft")
    with django_assert_num_queries(4):
        client.get(f"/calendar/{event.public_id}.ics")
