"""Delete, archive, skip, preview and extend events."""

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking
from bookings.services import events as event_services
from events.models import Event, Occurrence
from tests.bookings.events import SHOP, json_time
from tests.support.factories import (
    BookingFactory,
    EventFactory,
    OccurrenceFactory,
    UserFactory,
    in_days,
)


def act(client: APIClient, event: Event, action: str, **body: Any) -> Any:
    return client.post(f"/api/products/{event.public_id}/{action}", body, format="json")


def create_weekly(days: list[int], **fields: Any) -> Event:
    event = EventFactory(starts_at=in_days(days[0]), is_recurring=True, repeat_interval="weekly", **fields)
    for day in days:
        OccurrenceFactory(event=event, starts_at=in_days(day))
    return event


# --- Delete ----------------------------------------------------------------------------------------------------------


def test_an_event_without_bookings_can_be_deleted(as_admin: APIClient) -> None:
    event = create_weekly([1, 8])

    assert as_admin.delete(f"/api/products/{event.public_id}").status_code == 200
    assert not Event.objects.exists()
    assert as_admin.delete(f"/api/products/{event.public_id}").status_code == 404


def test_an_event_that_was_ever_booked_cannot_be_deleted(as_admin: APIClient) -> None:
    event = create_weekly([1])
    buyer = UserFactory()
    BookingFactory(occurrence=event.occurrences.get(), status=Booking.Status.CANCELLED, user=buyer)
    BookingFactory(occurrence=event.occurrences.get(), user=buyer)
    BookingFactory(occurrence=event.occurrences.get())

    answer = as_admin.delete(f"/api/products/{event.public_id}")

    assert (answer.status_code, answer.json()["code"]) == (409, "archive_instead")
    assert answer.json()["message"].startswith("2 people booked this.")
    assert Event.objects.exists()


# --- Archive ---------------------------------------------------------------------------------------------------------


def test_archiving_hides_a_series_and_restoring_publishes_it(as_admin: APIClient, as_anonymous: APIClient) -> None:
    event = create_weekly([1, 8])
    booking = BookingFactory(occurrence=event.occurrences.first())

    assert act(as_admin, event, "archive").json()["status"] == "archived"
    assert as_anonymous.get("/api/products/all").json() == []
    booking.refresh_from_db()
    assert booking.status == Booking.Status.CONFIRMED

    assert act(as_admin, event, "restore").json()["status"] == "published"
    assert len(as_anonymous.get("/api/products/all").json()) >= 2


# --- Skip ------------------------------------------------------------------------------------------------------------


def test_a_date_can_be_skipped_and_restored(as_admin: APIClient, as_anonymous: APIClient) -> None:
    event = create_weekly([1, 8])
    first = event.occurrences.first()
    assert first

    answer = act(as_admin, event, "snooze", startTime=json_time(first.starts_at))
    again = act(as_admin, event, "snooze", startTime=json_time(first.starts_at))

    assert (answer.status_code, again.status_code) == (200, 200)
    assert [date["startTime"] for date in answer.json()["occurrences"]] == [json_time(in_days(8))]
    assert answer.json()["skippedDates"] == [json_time(first.starts_at)]
    assert as_anonymous.get(f"/api/products/{event.public_id}").json()["skippedDates"] == []  # only for staff
    assert len(as_anonymous.get("/api/products?view=dates").json()["products"]) == 1

    act(as_admin, event, "unsnooze", startTime=json_time(first.starts_at))
    assert len(as_anonymous.get("/api/products?view=dates").json()["products"]) == 2


def test_a_booked_date_cannot_be_skipped(as_admin: APIClient) -> None:
    event = create_weekly([1])
    date = event.occurrences.get()
    BookingFactory(occurrence=date, seats=3)
    hold = {"status": Booking.Status.PENDING, "held_until": timezone.now() + timedelta(minutes=3)}
    BookingFactory(occurrence=date, seats=1, **hold)

    answer = act(as_admin, event, "snooze", startTime=json_time(date.starts_at))

    assert (answer.status_code, answer.json()["code"]) == (409, "date_has_bookings")
    assert answer.json()["totalReservations"] == 4
    date.refresh_from_db()
    assert date.status == Occurrence.Status.SCHEDULED


# --- Preview ---------------------------------------------------------------------------------------------------------


def test_a_preview_returns_the_dates_without_saving(as_admin: APIClient) -> None:
    event = EventFactory(status="draft", starts_at=in_days(1), ends_at=in_days(1, hours=3))
    rule = {"recurringInterval": "weekly", "endDate": json_time(in_days(16))}

    preview = act(as_admin, event, "preview", isRecurring=True, recurringPattern=rule).json()

    days = [datetime.fromisoformat(date["startTime"]).astimezone(SHOP).date() for date in preview["dates"]]
    assert len(days) == 3
    assert {(later - earlier).days for earlier, later in pairwise(days)} == {7}
    event.refresh_from_db()
    assert (event.status, event.is_recurring, event.occurrences.count()) == ("draft", False, 0)


def test_a_preview_returns_the_effect_on_booked_dates(as_admin: APIClient) -> None:
    event = EventFactory(starts_at=in_days(2), ends_at=in_days(2, hours=3))
    date = OccurrenceFactory(event=event)
    BookingFactory(occurrence=date, seats=5)
    later = {"startTime": json_time(in_days(3)), "endTime": json_time(in_days(3, hours=3))}
    daily = {"isRecurring": True, "recurringPattern": {"recurringInterval": "daily", "endDate": json_time(in_days(6))}}

    def effects(**form: Any) -> list[tuple[str, str | None]]:
        rows = act(as_admin, event, "preview", **form).json()["bookedDates"]
        return [(row["effect"], row.get("newStartTime")) for row in rows]

    assert effects(**later) == [("asks", json_time(in_days(3)))]
    assert effects(**later, moveBookings=True) == [("moves", json_time(in_days(3)))]
    assert effects(**later, moveBookings=False) == [("stays", None)]
    assert effects(**later, **daily) == [("stays", None)]
    assert effects(startTime=json_time(in_days(-3)), moveBookings=True) == [("clashes", json_time(in_days(-3)))]
    assert effects(name="Only a name") == []
    overbooked = act(as_admin, event, "preview", maximumEventCapacity=4).json()["overbooked"]
    assert [row["totalReservations"] for row in overbooked] == [5]
    date.refresh_from_db()
    assert date.starts_at == in_days(2)


# --- Extend ----------------------------------------------------------------------------------------------------------


def test_a_series_without_end_is_extended(as_admin: APIClient) -> None:
    event = create_weekly([1])
    now = timezone.now()

    first = event_services.roll_forward(now=now)
    at_once = event_services.roll_forward(now=now)
    later = event_services.roll_forward(now=now + timedelta(days=28))

    assert (first, at_once, later) == (52, 0, 4)
    assert event.occurrences.count() == 57
