"""Public lists of events and dates, and the seats of a date."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.utils import timezone
from django.utils.timezone import localtime
from rest_framework.test import APIClient

from bookings.models import Booking
from events.models import Event, Occurrence
from tests.bookings.events import SHOP, create_dates, get_names, json_time
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, get_day_in, in_days

# --- The list of events ----------------------------------------------------------------------------------------------


def test_visitors_see_published_events_and_admins_all_events(as_anonymous: APIClient, as_admin: APIClient) -> None:
    for status in Event.State.values:
        EventFactory(name=status, status=status)

    assert get_names(as_anonymous.get("/api/products")) == ["published"]
    assert get_names(as_anonymous.get("/api/products?status=archived")) == []
    assert get_names(as_admin.get("/api/products")) == ["draft", "published", "archived"]
    assert get_names(as_admin.get("/api/products/?status=draft")) == ["draft"]


def test_a_row_has_the_next_date_and_the_seats_left_on_the_next_open_one(as_anonymous: APIClient) -> None:
    event = EventFactory(maximum_event_capacity=10)
    full, open_date, _ = create_dates(event, [1, 8, 15])
    create_dates(event, [-6])
    BookingFactory(occurrence=full, seats=10)
    BookingFactory(occurrence=open_date, seats=3)

    row = as_anonymous.get("/api/products").json()["products"][0]

    assert (row["nextStartTime"], row["nextEndTime"]) == (json_time(full.starts_at), json_time(full.ends_at))
    assert row["nextTotalReservations"] == 10
    assert as_anonymous.get(f"/api/products/{event.public_id}").json()["nextTotalReservations"] == 10
    assert (row["countInStock"], row["inStock"], row["maximumEventCapacity"]) == (7, True, 10)


def test_only_staff_see_how_many_upcoming_dates_are_canceled(as_anonymous, as_visitor, as_admin):
    weekly = EventFactory()
    create_dates(weekly, [2, 9])
    for day in (-5, 16, 23):
        OccurrenceFactory(event=weekly, starts_at=in_days(day), status=Occurrence.Status.CANCELED)
    OccurrenceFactory(event=weekly, starts_at=in_days(30), status=Occurrence.Status.DROPPED)
    create_dates(EventFactory(), [3])

    def count_canceled(client: APIClient) -> list[int]:
        return [row["snoozedDates"] for row in client.get("/api/products").json()["products"]]

    assert count_canceled(as_admin) == [2, 0]
    assert count_canceled(as_visitor) == count_canceled(as_anonymous) == [0, 0]
    assert as_admin.get(f"/api/products/{weekly.public_id}").json()["snoozedDates"] == 2


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("name", ["Apple", "banana", "Cherry"]),
        ("price", ["banana", "Apple", "Cherry"]),
        ("maximumEventCapacity", ["Cherry", "Apple", "banana"]),
        ("startTime", ["Cherry", "banana", "Apple"]),
        ("", ["banana", "Apple", "Cherry"]),
    ],
)
def test_the_list_sorts_both_ways(as_anonymous: APIClient, field: str, expected: list[str]) -> None:
    EventFactory(name="banana", price=1, maximum_event_capacity=30, starts_at=in_days(2))
    EventFactory(name="Apple", price=2, maximum_event_capacity=20, starts_at=in_days(3))
    EventFactory(name="Cherry", price=3, maximum_event_capacity=10, starts_at=in_days(1))

    assert get_names(as_anonymous.get(f"/api/products?sortField={field}")) == expected
    assert get_names(as_anonymous.get(f"/api/products?sortField={field}&sortOrder=desc")) == expected[::-1]


def test_events_sort_by_their_next_date_and_those_without_one_are_last(as_anonymous: APIClient) -> None:
    create_dates(EventFactory(name="over"), [-2])
    create_dates(EventFactory(name="later"), [5])
    weekly = EventFactory(name="soon")
    create_dates(weekly, [-6, 8])
    OccurrenceFactory(event=weekly, starts_at=in_days(1), status=Occurrence.Status.CANCELED)
    create_dates(weekly, [3])

    assert get_names(as_anonymous.get("/api/products?sortField=nextStartTime")) == ["soon", "later", "over"]
    reverse = as_anonymous.get("/api/products?sortField=nextStartTime&sortOrder=desc")
    assert get_names(reverse) == ["later", "soon", "over"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("keyword=lantern", ["Lantern Draft"]),
        ("keyword=DRAFT+kettle", ["Kettle Night"]),
        ("name=NIGHT", ["Kettle Night"]),
        ("name=draft", ["Lantern Draft"]),
        ("category=League", ["Kettle Night"]),
        ("cardSet=Moon", ["Lantern Draft"]),
        ("format=Pauper", ["Kettle Night"]),
        ("eventLocation=Upstairs", ["Lantern Draft"]),
        ("weekday=4", ["Lantern Draft"]),
        ("from=2031-01-05", ["Kettle Night"]),
        ("to=2031-01-03", ["Lantern Draft"]),
        ("to=2031-01-02", []),
        ("priceMax=0", ["Kettle Night"]),
        ("priceMax=11.99", ["Kettle Night"]),
        ("priceMax=12", ["Lantern Draft", "Kettle Night"]),
        ("seats=4", ["Lantern Draft", "Kettle Night"]),
        ("seats=5", ["Lantern Draft"]),
        ("seats=25", []),
        ("seats=4&weekday=0&priceMax=5", ["Kettle Night"]),
        ("from=2031-01-01&to=2031-01-31&weekday=0", ["Kettle Night"]),
        ("keyword=", ["Lantern Draft", "Kettle Night"]),
    ],
)
def test_lists_are_filtered(as_anonymous: APIClient, query: str, expected: list[str]) -> None:
    friday = datetime(2031, 1, 3, 23, 30, tzinfo=SHOP)  # already Saturday in UTC
    lantern = EventFactory(
        name="Lantern Draft", category="Social", card_set="Moon", place__name="Upstairs", place__address=""
    )
    kettle = EventFactory(name="Kettle Night", description="A draft.", category="League", format="Pauper", price=0)
    OccurrenceFactory(event=lantern, starts_at=friday)
    monday = OccurrenceFactory(event=kettle, starts_at=friday + timedelta(days=3))
    BookingFactory(occurrence=monday, seats=20)

    for view in ("events", "dates"):
        assert get_names(as_anonymous.get(f"/api/products?view={view}&{query}")) == expected, view


# --- One event -------------------------------------------------------------------------------------------------------


def test_an_event_lists_its_bookable_dates_including_full_ones(as_anonymous: APIClient) -> None:
    event = EventFactory(maximum_event_capacity=4)
    full, free = create_dates(event, [1, 8])
    create_dates(event, [-1])
    OccurrenceFactory(event=event, starts_at=in_days(4), status="canceled")
    BookingFactory(occurrence=full, seats=4)
    BookingFactory(occurrence=free, seats=1)

    product = as_anonymous.get(f"/api/products/{event.public_id}").json()

    assert product["occurrences"] == [
        {"startTime": json_time(date.starts_at), "endTime": json_time(date.ends_at)} | seats
        for date, seats in (
            (full, {"totalReservations": 4, "countInStock": 0, "inStock": False}),
            (free, {"totalReservations": 1, "countInStock": 3, "inStock": True}),
        )
    ]
    assert product["countInStock"] == 3


def test_the_rule_of_a_series_is_in_the_shops_zone(as_anonymous: APIClient) -> None:
    start, until = datetime(2026, 12, 12, 3, tzinfo=UTC), datetime(2027, 11, 20, 7, 59, tzinfo=UTC)
    rule = {"repeat_interval": "custom", "repeat_weekday": 4, "repeat_weeks": [2, 5], "repeat_until": until}
    event = EventFactory(starts_at=start, is_recurring=True, **rule)

    product = as_anonymous.get(f"/api/products/{event.public_id}").json()

    begin, rule = product["rrule"].split("\n")
    assert begin == "DTSTART;TZID=America/Los_Angeles:20261211T190000"
    assert rule.startswith("RRULE:FREQ=MONTHLY;BYDAY=2FR,-1FR")
    assert product["recurringPattern"] == {
        "recurringInterval": "custom",
        "endDate": "2027-11-20T07:59:00Z",
        "customOccurrenceConfig": {"dayOfWeek": 4, "weekOfMonth": [2, 5]},
    }


# --- Lists of dates: GET /api/products?view=dates and /api/products/all -----------------------------------------------


def test_the_view_of_dates_has_a_row_for_each_upcoming_date_soonest_first(as_anonymous: APIClient) -> None:
    weekly = EventFactory(name="Weekly", category="League", maximum_event_capacity=5)
    _, full, _ = create_dates(weekly, [-7, 2, 9])
    BookingFactory(occurrence=full, seats=5)
    (single,) = create_dates(EventFactory(name="Single", category="Social", price=Decimal(20)), [5])
    OccurrenceFactory(event=weekly, starts_at=in_days(16), status="canceled")
    create_dates(EventFactory(status="draft", category="Secret"), [3])

    answer = as_anonymous.get("/api/products?view=dates")

    assert get_names(answer) == ["Weekly", "Single", "Weekly"]
    rows = answer.json()["products"]
    assert [(row["countInStock"], row["inStock"]) for row in rows] == [(0, False), (24, True), (5, True)]
    assert (answer.json()["total"], answer.json()["events"]) == (3, 2)
    assert as_anonymous.get("/api/products?view=upcoming").json()["total"] == 2  # where "See all 2 events" leads
    facets = answer.json()["facets"]
    assert facets["category"] == ["League", "Social"]
    assert facets["weekday"] == sorted(str(localtime(date.starts_at).weekday()) for date in (full, single))
    assert facets["priceMax"] == ["12.00", "20.00"]
    assert facets["seats"] == ["0", "5", "24"]


def test_a_full_or_past_date_has_the_start_of_the_next_one_with_seats(as_anonymous: APIClient) -> None:
    weekly = EventFactory(maximum_event_capacity=2)
    past, full, also_full, free = create_dates(weekly, [-1, 2, 9, 16])
    first, last = create_dates(EventFactory(maximum_event_capacity=1), [1, 4])
    OccurrenceFactory(event=weekly, starts_at=in_days(12), status=Occurrence.Status.CANCELED)
    for date in (full, also_full, last):
        BookingFactory(occurrence=date, seats=date.event.maximum_event_capacity)

    def following(address: str) -> dict[str, str | None]:
        answer = as_anonymous.get(address).json()
        rows = answer if isinstance(answer, list) else answer["products"]
        return {row["startTime"]: row["nextOpenStartTime"] for row in rows}

    upcoming = {
        json_time(first.starts_at): None,
        json_time(full.starts_at): json_time(free.starts_at),
        json_time(last.starts_at): None,
        json_time(also_full.starts_at): json_time(free.starts_at),
        json_time(free.starts_at): None,
    }
    assert following("/api/products?view=dates") == upcoming
    start = json_time(past.starts_at)
    assert following(f"/api/products/all?start={start}") == upcoming | {start: json_time(free.starts_at)}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("start=2031-01-02", [2, 3]),
        ("start=2031-01-01&end=2031-01-02", [1, 2]),
        ("start=2031-01-02T19:00:00 01:00", [2, 3]),
        ("limit=2", [1, 2]),
    ],
)
def test_all_dates_can_be_limited_to_a_period(as_anonymous: APIClient, query: str, expected: list[int]) -> None:
    event = EventFactory()
    for day in (1, 2, 3):
        OccurrenceFactory(event=event, starts_at=datetime(2031, 1, day, 19, tzinfo=SHOP))

    rows = as_anonymous.get(f"/api/products/all?{query}").json()

    assert [datetime.fromisoformat(row["startTime"]).astimezone(SHOP).day for row in rows] == expected


def test_the_upcoming_view_has_a_row_for_each_event_with_its_next_four_dates(as_anonymous: APIClient) -> None:
    weekly = EventFactory(name="Weekly", maximum_event_capacity=5)
    dates = create_dates(weekly, [-7, 2, 9, 16, 23, 30])
    create_dates(EventFactory(name="Single"), [5])
    BookingFactory(occurrence=dates[2], seats=5)

    answer = as_anonymous.get("/api/products?view=upcoming")

    assert get_names(answer) == ["Weekly", "Single"]
    assert answer.json()["total"] == 2
    first, single = answer.json()["products"]
    assert first["startTime"] == json_time(dates[1].starts_at)
    further = [(date["startTime"], date["countInStock"]) for date in first["furtherDates"]]
    assert further == [(json_time(date.starts_at), left) for date, left in zip(dates[2:5], (0, 5, 5), strict=True)]
    assert single["furtherDates"] == []


def test_the_upcoming_view_lists_only_dates_that_match_the_filters(as_anonymous: APIClient) -> None:
    weekly = EventFactory(name="Weekly", maximum_event_capacity=5)
    full, free, _late = create_dates(weekly, [2, 9, 40])
    create_dates(EventFactory(name="Later"), [41])
    BookingFactory(occurrence=full, seats=5)
    last_day = get_day_in(20).isoformat()

    (row,) = as_anonymous.get(f"/api/products?view=upcoming&seats=1&to={last_day}").json()["products"]

    assert (row["startTime"], row["furtherDates"]) == (json_time(free.starts_at), [])


# --- The taken seats of a date: GET /api/bookings ---------------------------------------------------------------------


def test_confirmed_seats_and_holds_are_taken(as_anonymous: APIClient) -> None:
    date = OccurrenceFactory(event__maximum_event_capacity=20)
    now = timezone.now()
    pending = {"occurrence": date, "status": Booking.Status.PENDING}
    BookingFactory(occurrence=date, seats=1)
    BookingFactory(**pending, seats=2, held_until=now + timedelta(minutes=5))
    BookingFactory(**pending, seats=4, held_until=None)
    BookingFactory(**pending, seats=8, held_until=now - timedelta(seconds=1))
    BookingFactory(occurrence=date, seats=16, status=Booking.Status.CANCELLED)
    BookingFactory(occurrence=date, seats=16, status=Booking.Status.REFUNDED)

    for start in (json_time(date.starts_at), f"{date.starts_at.astimezone(SHOP):%Y-%m-%d}"):
        answer = as_anonymous.get("/api/bookings", {"productId": date.event.public_id, "eventStartTime": start})
        assert answer.json() == {"totalReservations": 7, "maximumEventCapacity": 20, "countInStock": 13}


def test_unknown_and_hidden_dates_have_the_same_response(as_anonymous: APIClient) -> None:
    date = OccurrenceFactory()
    draft = OccurrenceFactory(event__status="draft")
    canceled = OccurrenceFactory(status="canceled")
    zeros = {"totalReservations": 0, "maximumEventCapacity": 0, "countInStock": 0}

    for product, start in [
        ("0" * 24, json_time(date.starts_at)),
        (draft.event.public_id, json_time(draft.starts_at)),
        (canceled.event.public_id, json_time(canceled.starts_at)),
        (date.event.public_id, json_time(date.starts_at + timedelta(minutes=1))),
    ]:
        answer = as_anonymous.get("/api/bookings", {"productId": product, "eventStartTime": start})
        assert (answer.status_code, answer.json()) == (200, zeros)
