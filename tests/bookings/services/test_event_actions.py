"""What staff do with events: drafts, series, moved dates, hiding and deleting."""

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking, WaitingEntry
from events.models import Event, Occurrence
from tests.bookings.events import (
    SHOP,
    act,
    book,
    create_dates,
    create_event,
    create_series,
    evening,
    json_time,
    list_upcoming,
    save,
)
from tests.support.factories import (
    BookingFactory,
    EventFactory,
    OccurrenceFactory,
    UserFactory,
    VoucherFactory,
    in_days,
)


def create_weekly(days: list[int], **fields: Any) -> Event:
    event = EventFactory(starts_at=in_days(days[0]), is_recurring=True, repeat_interval="weekly", **fields)
    create_dates(event, days)
    return event


# --- Delete ----------------------------------------------------------------------------------------------------------


def test_an_event_without_bookings_can_be_deleted(as_admin: APIClient) -> None:
    event = create_weekly([1, 8])

    assert as_admin.delete(f"/api/products/{event.public_id}").status_code == 200
    assert not Event.objects.exists()
    assert as_admin.delete(f"/api/products/{event.public_id}").status_code == 404


def book_three_times(event: Event) -> None:
    buyer, date = UserFactory(), event.occurrences.get()
    BookingFactory(occurrence=date, status=Booking.Status.CANCELLED, user=buyer)
    BookingFactory(occurrence=date, user=buyer)
    BookingFactory(occurrence=date)


def wait(date: Occurrence) -> None:
    WaitingEntry.objects.create(occurrence=date, user=UserFactory(), seats=1, at_least=1, status="ended")


@pytest.mark.parametrize(
    ("use", "reason"),
    [
        (book_three_times, "2 people booked this."),
        (lambda event: wait(event.occurrences.get()), "1 person waited for seats of this."),
        (lambda event: VoucherFactory().events.add(event), "A discount code is limited to this event."),
    ],
    ids=["booked", "waiting list", "discount code"],
)
def test_an_event_with_a_past_or_a_code_that_is_limited_to_it_cannot_be_deleted(as_admin, use, reason):
    event = create_weekly([1])
    use(event)

    answer = as_admin.delete(f"/api/products/{event.public_id}")

    assert (answer.status_code, answer.json()["code"]) == (409, "archive_instead")
    assert answer.json()["message"].startswith(reason)
    assert Event.objects.exists()


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


def test_a_date_can_be_canceled_and_restored(as_admin: APIClient, as_anonymous: APIClient) -> None:
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


def test_a_booked_date_cannot_be_canceled_without_its_buyers(as_admin: APIClient) -> None:
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


NO_LENGTH = "The end time is the same as the start time. Set a later end time to publish this event."
WEEKLY = {"isRecurring": True, "recurringPattern": {"recurringInterval": "weekly", "endDate": None}}


def without_length(start: datetime) -> dict[str, str]:
    return {"startTime": json_time(start), "endTime": json_time(start)}


@pytest.mark.parametrize("rule", [{}, WEEKLY], ids=["one-off", "series"])
def test_an_event_without_length_is_saved_as_a_draft_with_a_reason_until_it_has_one(as_admin, as_anonymous, rule):
    public_id = as_admin.post("/api/products", {}, format="json").json()["_id"]
    path = f"/api/products/{public_id}"

    answer = save(as_admin, public_id, name="Draft", maximumEventCapacity=24, **without_length(evening(3)), **rule)

    assert answer.status_code == 200
    for product in (answer.json(), as_admin.get(path).json()):
        assert (product["name"], product["status"], product["draftReasons"]) == ("Draft", "draft", [NO_LENGTH])
    assert as_anonymous.get(path).status_code == 404
    assert as_anonymous.get("/api/products/all").json() == []

    product = save(as_admin, public_id, endTime=json_time(evening(3, 22))).json()

    assert (product["status"], product["draftReasons"]) == ("published", [])
    date, *_ = as_anonymous.get(path).json()["occurrences"]
    assert (date["startTime"], date["endTime"]) == (json_time(evening(3)), json_time(evening(3, 22)))


@pytest.mark.parametrize("is_hidden", [False, True], ids=["published", "hidden"])
def test_an_event_that_was_published_cannot_lose_its_length(as_admin: APIClient, is_hidden: bool) -> None:
    event = create_event(as_admin)
    book(event, 0)
    if is_hidden:
        act(as_admin, event, "archive")

    answer = save(as_admin, event, **without_length(evening(4)), moveBookings=True)

    assert answer.status_code == 400
    assert answer.json()["errors"] == {"endTime": ["End time must be after start time."]}
    assert list_upcoming(event) == [evening(3)]


# --- Series -----------------------------------------------------------------------------------------------------------


def test_a_new_rule_does_not_delete_booked_dates(as_admin: APIClient) -> None:
    event = create_series(as_admin)
    booking = book(event, 2)

    daily = {"recurringInterval": "daily", "endDate": json_time(evening(5, 23))}

    assert save(as_admin, event, recurringPattern=daily).status_code == 200
    assert list_upcoming(event) == [evening(3), evening(4), evening(5), evening(17)]
    assert Booking.objects.get(occurrence__starts_at=evening(17)) == booking


def test_a_date_with_canceled_bookings_only_is_hidden_and_restored_with_the_rule(as_admin: APIClient) -> None:
    event = create_series(as_admin)
    book(event, 1, status=Booking.Status.CANCELLED)
    weekly = {"recurringInterval": "weekly", "endDate": json_time(evening(25, 23))}

    save(as_admin, event, isRecurring=False)
    gone = list_upcoming(event)
    save(as_admin, event, isRecurring=True, recurringPattern=weekly)

    assert gone == [evening(3)]
    assert list_upcoming(event) == [evening(3), evening(10), evening(17), evening(24)]


def test_dates_that_staff_canceled_or_moved_stay_so_when_their_series_is_shortened_and_extended_again(as_admin):
    event = create_series(as_admin)
    book(event, 1)
    moved = {"startTime": json_time(evening(17)), "kind": "move", "to": json_time(evening(18)), "reason": "A fair."}
    canceled = {"startTime": json_time(evening(10)), "refund": True, "reason": "The brewery is flooded."}
    assert act(as_admin, event, "date-changes", **moved).status_code == 202
    assert act(as_admin, event, "snooze", **canceled).status_code == 200
    assert act(as_admin, event, "snooze", startTime=json_time(evening(24))).status_code == 200

    for last in (5, 25):
        pattern = {"recurringInterval": "weekly", "endDate": json_time(evening(last, 23))}
        assert save(as_admin, event, recurringPattern=pattern).status_code == 200

    assert list_upcoming(event) == [evening(3), evening(18)]


def test_a_canceled_date_that_is_restored_after_its_series_was_shortened_stays(as_admin: APIClient) -> None:
    event = create_series(as_admin)
    pattern = {"recurringInterval": "weekly", "endDate": json_time(evening(5, 23))}
    for action in ("snooze", "unsnooze"):
        assert act(as_admin, event, action, startTime=json_time(evening(10))).status_code == 200
        assert save(as_admin, event, recurringPattern=pattern).status_code == 200

    assert list_upcoming(event) == [evening(3), evening(10)]

    later = {"startTime": json_time(evening(3, 20)), "endTime": json_time(evening(3, 23))}
    for fields in ({"recurringPattern": pattern | {"endDate": json_time(evening(12, 23))}}, later):
        assert save(as_admin, event, **fields).status_code == 200  # nobody booked it, so there is nothing to decide
    assert list_upcoming(event) == [evening(3, 20), evening(10, 20)]


# --- Moving dates -----------------------------------------------------------------------------------------------------


def test_new_times_of_booked_dates_require_a_decision(as_admin: APIClient) -> None:
    event = create_series(as_admin)
    book(event, 1, seats=3)

    answer = save(as_admin, event, startTime=json_time(evening(3, 20)), endTime=json_time(evening(3, 23)))

    assert answer.status_code == 409
    assert answer.json()["code"] == "booked_dates"
    times = {"startTime": json_time(evening(10)), "endTime": json_time(evening(10, 22))}
    new_times = {"newStartTime": json_time(evening(10, 20)), "newEndTime": json_time(evening(10, 23))}
    assert answer.json()["bookedDates"] == [times | new_times | {"totalReservations": 3}]
    assert list_upcoming(event) == [evening(3), evening(10), evening(17), evening(24)]
    event.refresh_from_db()
    assert event.starts_at == evening(3)


def test_booked_dates_can_move_to_each_others_old_times(as_admin: APIClient) -> None:
    event = create_series(as_admin, "daily", until=5)
    bookings = [book(event, number) for number in range(3)]
    a_day_later_and_longer = {"startTime": json_time(evening(4)), "endTime": json_time(evening(4, 23))}

    answer = save(as_admin, event, **a_day_later_and_longer, moveBookings=True)

    assert answer.status_code == 200
    for booking, day in zip(bookings, (4, 5, 6), strict=True):
        booking.refresh_from_db()
        assert (booking.occurrence.starts_at, booking.occurrence.ends_at) == (evening(day), evening(day, 23))


def test_booked_dates_keep_their_times_if_staff_decide_so(as_admin: APIClient) -> None:
    event = create_series(as_admin)
    book(event, 1)
    times = {"startTime": json_time(evening(3, 20)), "endTime": json_time(evening(3, 23))}

    assert save(as_admin, event, **times, moveBookings=False).status_code == 200
    assert list_upcoming(event) == [evening(3, 20), evening(10), evening(17, 20), evening(24, 20)]

    # The next save requires no decision.
    assert save(as_admin, event, **times, name="Later").status_code == 200
    assert list_upcoming(event) == [evening(3, 20), evening(10), evening(17, 20), evening(24, 20)]


def test_a_move_onto_an_existing_date_is_rejected(as_admin: APIClient) -> None:
    event = create_series(as_admin)
    booking = book(event, 0)
    a_week_later = {"startTime": json_time(evening(10)), "endTime": json_time(evening(10, 22))}

    answer = save(as_admin, event, **a_week_later, moveBookings=True)

    assert (answer.status_code, answer.json()["code"]) == (409, "date_taken")
    booking.refresh_from_db()
    assert booking.occurrence.starts_at == evening(3)


def test_a_canceled_date_doesnt_take_the_place_of_the_next_one_when_its_series_begins_later(
    as_admin: APIClient,
) -> None:
    event = create_series(as_admin)
    act(as_admin, event, "snooze", startTime=json_time(evening(3)))
    next_date = event.occurrences.get(starts_at=evening(10))

    save(as_admin, event, startTime=json_time(evening(10)), endTime=json_time(evening(10, 22)))
    next_date.refresh_from_db()
    assert next_date.recurrence_id == evening(10)

    save(as_admin, event, startTime=json_time(evening(10, 20)), endTime=json_time(evening(10, 23)))
    assert list_upcoming(event) == [evening(10, 20), evening(17, 20), evening(24, 20)]


def test_moved_dates_have_the_same_local_time_across_a_clock_change(as_admin: APIClient) -> None:
    start, end = (datetime(2031, 3, 7, hour, tzinfo=SHOP) for hour in (19, 22))
    rule = {"is_recurring": True, "repeat_interval": "weekly", "repeat_until": datetime(2031, 3, 15, tzinfo=SHOP)}
    event = EventFactory(starts_at=start, ends_at=end, **rule)
    before = OccurrenceFactory(event=event, starts_at=start)
    after = OccurrenceFactory(event=event, starts_at=datetime(2031, 3, 14, 19, tzinfo=SHOP))
    for date in (before, after):
        BookingFactory(occurrence=date)

    times = {"startTime": "2031-03-07T18:30:00-08:00", "endTime": "2031-03-07T21:30:00-08:00"}
    assert save(as_admin, event, **times, moveBookings=True).status_code == 200

    after.refresh_from_db()
    assert after.starts_at == datetime(2031, 3, 14, 18, 30, tzinfo=SHOP)


def test_a_draft_saved_as_a_draft_is_not_public_until_it_is_published(as_admin: APIClient) -> None:
    public_id = as_admin.post("/api/products", {}, format="json").json()["_id"]
    times = {"startTime": json_time(evening(3)), "endTime": json_time(evening(3, 22))}

    kept = save(as_admin, public_id, keepDraft=True, name="Friday Draft", **times)
    assert (kept.json()["status"], kept.json()["name"]) == ("draft", "Friday Draft")
    for action, status in (("archive", "archived"), ("archive", "archived"), ("restore", "draft")):
        assert act(as_admin, Event.objects.get(), action).json()["status"] == status
    assert save(as_admin, public_id).json()["status"] == "published"
    refused = save(as_admin, public_id, keepDraft=True)
    assert (refused.status_code, refused.json()["code"]) == (409, "no_draft")
