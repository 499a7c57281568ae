"""Making and saving events: their dates, their seats, and what happens to bookings."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking
from events.models import Event, Occurrence
from tests.factories import BookingFactory, EventFactory, OccurrenceFactory, in_days

SHOP = ZoneInfo("America/Los_Angeles")
EIGHTH_DAY = {"dayOfWeek": 7, "weekOfMonth": [1]}


def evening(days: int, hour: int = 19) -> datetime:
    """An hour of the evening on the shop's wall clock, so many days ahead."""
    day = timezone.now().astimezone(SHOP).date() + timedelta(days=days)
    return datetime(day.year, day.month, day.day, hour, tzinfo=SHOP).astimezone(UTC)


def wire(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def save(client: APIClient, event: Event | str, **fields: Any) -> Any:
    event_id = event if isinstance(event, str) else event.public_id
    return client.put(f"/api/products/{event_id}", fields, format="json")


def coming(event: Event) -> list[datetime]:
    return [date.starts_at for date in event.occurrences.filter(status="scheduled", starts_at__gt=timezone.now())]


def a_single_night(client: APIClient, **fields: Any) -> Event:
    """A published night in three days, saved through the form."""
    made = client.post("/api/products", {}, format="json").json()["_id"]
    times = {"startTime": wire(evening(3)), "endTime": wire(evening(3, 22))}
    answer = save(client, made, **({"name": "Draft", "maximumEventCapacity": 10} | times | fields))
    assert answer.status_code == 200, answer.json()
    return Event.objects.get(public_id=made)


def a_series(client: APIClient, interval: str = "weekly", until: int = 25, **fields: Any) -> Event:
    rule = {"recurringInterval": interval, "endDate": wire(evening(until, 23))}
    return a_single_night(client, **({"isRecurring": True, "recurringPattern": rule} | fields))


def book(event: Event, number: int, **fields: Any) -> Booking:
    """Two seats on the event's n-th date."""
    return BookingFactory(occurrence=event.occurrences.order_by("starts_at")[number], **fields)


# --- Making ----------------------------------------------------------------------------------------------------------


def test_a_new_event_is_a_draft_with_the_shops_defaults(as_admin: APIClient) -> None:
    before = timezone.now().replace(second=0, microsecond=0)

    answer = as_admin.post("/api/products", {}, format="json")

    product = answer.json()
    assert answer.status_code == 201
    expected = {
        "name": "Edit me!", "title": "Edit me!", "description": "Edit me!", "category": "DEF", "cardSet": "DEF",
        "price": 0, "countInStock": 0, "maximumEventCapacity": 0, "inStock": False, "type": "event", "image": "",
        "eventLocation": "Default", "isRecurring": False, "recurringPattern": None, "status": "draft",
        "nextStartTime": None, "occurrences": [],
    }  # fmt: skip
    assert {name: product[name] for name in expected} == expected
    assert datetime.fromisoformat(product["startTime"]) >= before
    assert product["endTime"] == product["startTime"]


def test_the_specifications_placeholder_is_taken(as_admin: APIClient) -> None:
    now = "2030-05-01T12:34:56.789Z"
    placeholder = {
        "name": "Edit me!", "category": "DEF", "description": "Edit me!", "price": 0, "countInStock": 0,
        "maximumEventCapacity": 0, "startTime": now, "endTime": now, "eventLocation": "Default", "cardSet": "DEF",
        "type": "event", "isRecurring": False, "recurringPattern": None,
    }  # fmt: skip

    answer = as_admin.post("/api/products", placeholder, format="json")

    assert answer.status_code == 201
    assert answer.json()["startTime"] == "2030-05-01T12:34:00Z"


@pytest.mark.parametrize("action", ["archive", "restore", "snooze", "unsnooze", "preview"])
def test_only_admins_change_nights(
    as_nobody: APIClient, as_visitor: APIClient, as_admin: APIClient, action: str
) -> None:
    event = EventFactory(name="As it was")
    for client, status in ((as_nobody, 401), (as_visitor, 403)):
        assert client.post("/api/products", {}, format="json").status_code == status
        assert save(client, event, name="Mine").status_code == status
        assert client.delete(f"/api/products/{event.public_id}").status_code == status
        assert client.post(f"/api/products/{event.public_id}/{action}", {}, format="json").status_code == status

    event.refresh_from_db()
    assert (event.name, event.status, Event.objects.count()) == ("As it was", "published", 1)


# --- Saving ----------------------------------------------------------------------------------------------------------


def test_the_first_save_publishes_a_draft(as_admin: APIClient, as_nobody: APIClient) -> None:
    event = a_single_night(as_admin)

    product = as_nobody.get(f"/api/products/{event.public_id}").json()

    assert product["status"] == "published"
    assert [date["startTime"] for date in product["occurrences"]] == [wire(evening(3))]
    assert product["countInStock"] == 10


def test_fields_left_out_keep_their_value(as_admin: APIClient) -> None:
    event = a_single_night(as_admin, description="Bring a deck.", price=12.5, brand="Lanternworks", format="Draft")

    product = save(as_admin, event, category="League", title="ignored", _id="x", countInTheSky=3).json()

    assert (product["name"], product["description"], product["price"]) == ("Draft", "Bring a deck.", 12.5)
    assert (product["brand"], product["format"], product["category"]) == ("Lanternworks", "Draft", "League")
    assert product["occurrences"][0]["startTime"] == wire(evening(3))


def test_numbers_may_come_as_digits_in_a_text(as_admin: APIClient) -> None:
    product = save(as_admin, a_single_night(as_admin), price="9.50", maximumEventCapacity="24").json()

    assert (product["price"], product["maximumEventCapacity"]) == (9.5, 24)


def test_count_in_stock_is_the_capacity_unless_a_capacity_is_sent(as_admin: APIClient) -> None:
    event = a_single_night(as_admin)

    assert save(as_admin, event, countInStock=16).json()["maximumEventCapacity"] == 16
    assert save(as_admin, event, countInStock=3, maximumEventCapacity=16).json()["maximumEventCapacity"] == 16


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"name": ""}, "name"), ({"name": "x" * 201}, "name"), ({"name": None}, "name"), ({"price": -1}, "price"),
        ({"price": "a lot"}, "price"), ({"price": 1.234}, "price"), ({"price": True}, "price"),
        *(({"maximumEventCapacity": seats}, "maximumEventCapacity") for seats in (-1, 2**63, "1e3", True, 4.5)),
        *(({"startTime": time}, "startTime") for time in ("soon", "2026-12-04", 5, None)),
        ({"startTime": "0001-01-01T00:00Z"}, "startTime"), ({"endTime": "9999-12-31T23:59:59Z"}, "endTime"),
        ({"endTime": "2001-01-01T00:00Z"}, "endTime"), ({"image": "/media/events/none.jpg"}, "image"),
        ({"image": "https://example.com/x.jpg"}, "image"), ({"image": "/media/../secret"}, "image"),
        ({"isRecurring": True}, "recurringPattern"), ({"recurringPattern": {}}, "recurringPattern.recurringInterval"),
        ({"recurringPattern": {"recurringInterval": "yearly"}}, "recurringPattern.recurringInterval"),
        ({"recurringPattern": {"recurringInterval": "custom"}}, "recurringPattern"),
        ({"recurringPattern": {"recurringInterval": "daily", "endDate": "x"}}, "recurringPattern.endDate"),
        (
            {"recurringPattern": {"recurringInterval": "custom", "customOccurrenceConfig": EIGHTH_DAY}},
            "recurringPattern.customOccurrenceConfig.dayOfWeek",
        ),
        ({"moveBookings": "maybe"}, "moveBookings"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_at_its_field(as_admin: APIClient, fields: dict[str, Any], named: str) -> None:
    event = a_single_night(as_admin)

    answer = save(as_admin, event, **fields)

    assert answer.status_code == 400
    assert named in answer.json()["errors"]
    assert coming(event) == [evening(3)]


def test_a_saved_night_may_lie_in_the_past(as_admin: APIClient, as_nobody: APIClient) -> None:
    start = timezone.now().replace(second=0, microsecond=0) - timedelta(minutes=5)

    event = a_single_night(as_admin, startTime=wire(start), endTime=wire(start))

    assert event.occurrences.get().starts_at == start
    assert as_nobody.get(f"/api/products/{event.public_id}").json()["occurrences"] == []


# --- Series ----------------------------------------------------------------------------------------------------------


def test_a_series_gets_a_row_for_each_date_up_to_its_end(as_admin: APIClient) -> None:
    event = a_series(as_admin)

    assert coming(event) == [evening(3), evening(10), evening(17), evening(24)]


def test_a_bare_end_date_includes_that_day(as_admin: APIClient) -> None:
    day = evening(17).astimezone(SHOP).date().isoformat()

    event = a_series(as_admin, recurringPattern={"recurringInterval": "weekly", "endDate": day})

    assert coming(event)[-1] == evening(17)


def test_an_open_ended_series_reaches_a_year_ahead_and_at_most_400_dates(as_admin: APIClient) -> None:
    daily = a_series(as_admin, recurringPattern={"recurringInterval": "daily", "endDate": None})
    far = wire(evening(4000))
    endless = a_series(as_admin, recurringPattern={"recurringInterval": "daily", "endDate": far})

    assert 360 <= len(coming(daily)) <= 370
    assert len(coming(endless)) == 400


@pytest.mark.parametrize(
    "leftover", [{"recurringInterval": ""}, None, {"recurringInterval": "weekly", "endDate": None}]
)
def test_a_night_that_does_not_repeat_has_no_rule_whatever_the_form_still_holds(
    as_admin: APIClient, leftover: Any
) -> None:
    event = a_series(as_admin)

    product = save(as_admin, event, isRecurring=False, recurringPattern=leftover).json()

    assert (product["isRecurring"], product["recurringPattern"]) == (False, None)
    assert coming(event) == [evening(3)]


def test_a_weekly_rule_may_carry_an_empty_custom_part(as_admin: APIClient) -> None:
    empty = {"dayOfWeek": None, "weekOfMonth": []}
    rule = {"recurringInterval": "weekly", "endDate": wire(evening(11)), "customOccurrenceConfig": empty}

    assert coming(a_single_night(as_admin, isRecurring=True, recurringPattern=rule)) == [evening(3), evening(10)]


def test_saving_again_changes_no_date(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    before = list(event.occurrences.values_list("pk", "starts_at", "status"))

    save(as_admin, event, name="Another name")

    assert list(event.occurrences.values_list("pk", "starts_at", "status")) == before


def test_past_dates_are_never_touched(as_admin: APIClient) -> None:
    event = EventFactory(starts_at=in_days(-10), is_recurring=True, repeat_interval="weekly")
    past = OccurrenceFactory(event=event, starts_at=in_days(-10))
    odd = OccurrenceFactory(event=event, starts_at=in_days(-5))

    answer = save(as_admin, event, startTime=wire(in_days(-10, hours=1)), endTime=wire(in_days(-10, hours=4)))

    assert answer.status_code == 200
    kept = event.occurrences.filter(starts_at__lt=timezone.now())
    assert {date.pk for date in kept} == {past.pk, odd.pk}
    assert {date.starts_at for date in kept} == {past.starts_at, odd.starts_at}


def test_a_new_rule_replaces_the_dates_nobody_booked(as_admin: APIClient) -> None:
    event = a_series(as_admin)

    save(as_admin, event, recurringPattern={"recurringInterval": "daily", "endDate": wire(evening(5, 23))})

    assert coming(event) == [evening(3), evening(4), evening(5)]


def test_a_booked_date_never_vanishes_from_a_rule_change(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    booking = book(event, 2)

    answer = save(as_admin, event, recurringPattern={"recurringInterval": "daily", "endDate": wire(evening(5, 23))})

    assert answer.status_code == 200
    assert coming(event) == [evening(3), evening(4), evening(5), evening(17)]
    assert Booking.objects.get(occurrence__starts_at=evening(17)) == booking


def test_a_booked_date_off_the_rule_does_not_get_a_second_night_on_the_same_evening(as_admin: APIClient) -> None:
    event = a_single_night(as_admin)
    book(event, 0)
    rule = {"recurringInterval": "daily", "endDate": wire(evening(5, 23))}

    save(
        as_admin, event, startTime=wire(evening(3, 20)), endTime=wire(evening(3, 23)), isRecurring=True,
        recurringPattern=rule,
    )  # fmt: skip

    assert coming(event) == [evening(3), evening(4, 20), evening(5, 20)]


def test_a_date_only_given_back_bookings_hang_on_goes_and_comes_back_with_the_rule(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    book(event, 1, status=Booking.Status.CANCELLED)
    weekly = {"recurringInterval": "weekly", "endDate": wire(evening(25, 23))}

    save(as_admin, event, isRecurring=False)
    gone = coming(event)
    save(as_admin, event, isRecurring=True, recurringPattern=weekly)

    assert gone == [evening(3)]
    assert coming(event) == [evening(3), evening(10), evening(17), evening(24)]


# --- Booked dates and new times --------------------------------------------------------------------------------------


def test_new_times_for_booked_dates_wait_for_an_answer(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    book(event, 1, seats=3)

    answer = save(as_admin, event, startTime=wire(evening(3, 20)), endTime=wire(evening(3, 23)))

    assert answer.status_code == 409
    assert answer.json()["code"] == "booked_dates"
    assert answer.json()["bookedDates"] == [
        {
            "startTime": wire(evening(10)), "endTime": wire(evening(10, 22)), "totalReservations": 3,
            "newStartTime": wire(evening(10, 20)), "newEndTime": wire(evening(10, 23)),
        }
    ]  # fmt: skip
    assert coming(event) == [evening(3), evening(10), evening(17), evening(24)]
    event.refresh_from_db()
    assert event.starts_at == evening(3)


def test_bookings_move_along_all_at_once(as_admin: APIClient) -> None:
    event = a_series(as_admin, "daily", until=6)
    first, second = book(event, 0), book(event, 1)
    times = {"startTime": wire(evening(3, 20)), "endTime": wire(evening(3, 23))}

    answer = save(as_admin, event, **times, moveBookings=True)

    assert answer.status_code == 200
    assert coming(event) == [evening(day, 20) for day in (3, 4, 5, 6)]
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.occurrence.starts_at, second.occurrence.starts_at) == (evening(3, 20), evening(4, 20))
    assert first.occurrence.ends_at == evening(3, 23)


def test_booked_dates_may_move_onto_each_others_places(as_admin: APIClient) -> None:
    event = a_series(as_admin, "daily", until=5)
    bookings = [book(event, number) for number in range(3)]
    a_day_later_and_longer = {"startTime": wire(evening(4)), "endTime": wire(evening(4, 23))}

    answer = save(as_admin, event, **a_day_later_and_longer, moveBookings=True)

    assert answer.status_code == 200
    for booking, day in zip(bookings, (4, 5, 6), strict=True):
        booking.refresh_from_db()
        assert (booking.occurrence.starts_at, booking.occurrence.ends_at) == (evening(day), evening(day, 23))


def test_booked_dates_keep_their_times_when_told_to(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    book(event, 1)
    times = {"startTime": wire(evening(3, 20)), "endTime": wire(evening(3, 23))}

    assert save(as_admin, event, **times, moveBookings=False).status_code == 200
    assert coming(event) == [evening(3, 20), evening(10), evening(17, 20), evening(24, 20)]

    # And nobody is asked about them again.
    assert save(as_admin, event, **times, name="Later").status_code == 200
    assert coming(event) == [evening(3, 20), evening(10), evening(17, 20), evening(24, 20)]


def test_a_new_end_of_the_night_is_a_new_time(as_admin: APIClient) -> None:
    event = a_single_night(as_admin)
    booking = book(event, 0)

    assert save(as_admin, event, endTime=wire(evening(3, 23))).status_code == 409
    assert save(as_admin, event, endTime=wire(evening(3, 23)), moveBookings=True).status_code == 200
    booking.refresh_from_db()
    assert booking.occurrence.ends_at == evening(3, 23)


def test_a_single_booked_night_moves_to_another_day(as_admin: APIClient) -> None:
    event = a_single_night(as_admin)
    booking = book(event, 0)
    times = {"startTime": wire(evening(5)), "endTime": wire(evening(5, 22))}

    assert save(as_admin, event, **times).status_code == 409
    assert save(as_admin, event, **times, moveBookings=True).status_code == 200

    booking.refresh_from_db()
    assert coming(event) == [evening(5)]
    assert booking.occurrence.starts_at == evening(5)


def test_a_move_onto_a_date_that_stays_is_refused(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    booking = book(event, 0)
    a_week_later = {"startTime": wire(evening(10)), "endTime": wire(evening(10, 22))}

    answer = save(as_admin, event, **a_week_later, moveBookings=True)

    assert (answer.status_code, answer.json()["code"]) == (409, "date_taken")
    booking.refresh_from_db()
    assert booking.occurrence.starts_at == evening(3)


def test_a_move_into_the_past_is_refused(as_admin: APIClient) -> None:
    event = a_single_night(as_admin)
    book(event, 0)

    times = {"startTime": wire(evening(-5)), "endTime": wire(evening(-5, 22))}

    assert save(as_admin, event, **times, moveBookings=True).json()["code"] == "date_taken"


def test_the_wall_clock_is_kept_when_bookings_move_across_a_clock_change(as_admin: APIClient) -> None:
    event = EventFactory(
        starts_at=datetime(2031, 3, 7, 19, tzinfo=SHOP), ends_at=datetime(2031, 3, 7, 22, tzinfo=SHOP),
        is_recurring=True, repeat_interval="weekly", repeat_until=datetime(2031, 3, 15, tzinfo=SHOP),
    )  # fmt: skip
    before = OccurrenceFactory(event=event, starts_at=datetime(2031, 3, 7, 19, tzinfo=SHOP))
    after = OccurrenceFactory(event=event, starts_at=datetime(2031, 3, 14, 19, tzinfo=SHOP))
    for date in (before, after):
        BookingFactory(occurrence=date)

    times = {"startTime": "2031-03-07T18:30:00-08:00", "endTime": "2031-03-07T21:30:00-08:00"}
    assert save(as_admin, event, **times, moveBookings=True).status_code == 200

    after.refresh_from_db()
    assert after.starts_at == datetime(2031, 3, 14, 18, 30, tzinfo=SHOP)


def test_a_skipped_night_stays_skipped_at_its_new_hour(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    event.occurrences.filter(starts_at=evening(10)).update(status=Occurrence.Status.SKIPPED)

    save(as_admin, event, startTime=wire(evening(3, 20)), endTime=wire(evening(3, 23)))

    assert coming(event) == [evening(3, 20), evening(17, 20), evening(24, 20)]


# --- Seats -----------------------------------------------------------------------------------------------------------


def test_capacity_cannot_fall_below_what_is_taken(as_admin: APIClient) -> None:
    event = a_series(as_admin)
    book(event, 0, seats=3)
    book(event, 1, seats=5)
    book(event, 1, seats=2, status=Booking.Status.PENDING, held_until=timezone.now() + timedelta(minutes=9))

    answer = save(as_admin, event, maximumEventCapacity=6)

    local = evening(10).astimezone(SHOP)
    assert (answer.status_code, answer.json()["code"]) == (409, "over_capacity")
    assert f"{local:%a, %b} {local.day}" in answer.json()["message"]
    assert "7 seats" in answer.json()["message"]
    assert save(as_admin, event, maximumEventCapacity=7).status_code == 200


def test_lapsed_holds_and_nights_that_are_over_do_not_keep_capacity_up(as_admin: APIClient) -> None:
    event = a_single_night(as_admin)
    book(event, 0, seats=9, status=Booking.Status.PENDING, held_until=timezone.now() - timedelta(seconds=1))
    BookingFactory(occurrence=OccurrenceFactory(event=event, starts_at=in_days(-3)), seats=9)

    assert save(as_admin, event, maximumEventCapacity=1).status_code == 200


def test_an_unknown_event_cannot_be_saved(as_admin: APIClient) -> None:
    assert save(as_admin, "0" * 24, name="x").status_code == 404
