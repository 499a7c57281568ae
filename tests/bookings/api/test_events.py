"""GET /api/products and /api/products/{id}."""

from datetime import UTC, datetime, timedelta

import pytest
from rest_framework.test import APIClient

from events.models import Event, Occurrence
from tests.bookings.events import SHOP, create_dates, get_names, json_time
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, in_days

# --- The list of events ----------------------------------------------------------------------------------------------


def test_visitors_see_published_events_and_admins_all_events(as_anonymous: APIClient, as_admin: APIClient) -> None:
    for status in Event.Status.values:
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


def test_only_staff_see_how_many_upcoming_dates_are_skipped(
    as_anonymous: APIClient, as_visitor: APIClient, as_admin: APIClient
) -> None:
    weekly = EventFactory()
    create_dates(weekly, [2, 9])
    for day in (-5, 16, 23):
        OccurrenceFactory(event=weekly, starts_at=in_days(day), status=Occurrence.Status.SKIPPED)
    OccurrenceFactory(event=weekly, starts_at=in_days(30), status=Occurrence.Status.DROPPED)
    create_dates(EventFactory(), [3])

    def count_skipped(client: APIClient) -> list[int]:
        return [row["snoozedDates"] for row in client.get("/api/products").json()["products"]]

    assert count_skipped(as_admin) == [2, 0]
    assert count_skipped(as_visitor) == count_skipped(as_anonymous) == [0, 0]
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
    OccurrenceFactory(event=weekly, starts_at=in_days(1), status=Occurrence.Status.SKIPPED)
    create_dates(weekly, [3])

    assert get_names(as_anonymous.get("/api/products?sortField=nextStartTime")) == ["soon", "later", "over"]
    reverse = as_anonymous.get("/api/products?sortField=nextStartTime&sortOrder=desc")
    assert get_names(reverse) == ["later", "soon", "over"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("keyword=lantern", ["Lantern Draft"]),
        ("keyword=DRAFT+kettle", ["Kettle Night"]),
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
    lantern = EventFactory(name="Lantern Draft", category="Social", card_set="Moon", event_location="Upstairs")
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
    OccurrenceFactory(event=event, starts_at=in_days(4), status="skipped")
    BookingFactory(occurrence=full, seats=4)
    BookingFactory(occurrence=free, seats=1)

    product = as_anonymous.get(f"/api/products/{event.public_id}").json()

    assert product["occurrences"] == [
        {
            "startTime": json_time(full.starts_at),
            "endTime": json_time(full.ends_at),
            "totalReservations": 4,
            "countInStock": 0,
            "inStock": False,
        },
        {
            "startTime": json_time(free.starts_at),
            "endTime": json_time(free.ends_at),
            "totalReservations": 1,
            "countInStock": 3,
            "inStock": True,
        },
    ]
    assert product["countInStock"] == 3


def test_the_rule_of_a_series_is_in_the_shops_zone(as_anonymous: APIClient) -> None:
    event = EventFactory(
        starts_at=datetime(2026, 12, 12, 3, tzinfo=UTC),
        is_recurring=True,
        repeat_interval="custom",
        repeat_weekday=4,
        repeat_weeks=[2, 5],
        repeat_until=datetime(2027, 11, 20, 7, 59, tzinfo=UTC),
    )

    product = as_anonymous.get(f"/api/products/{event.public_id}").json()

    begin, rule = product["rrule"].split("\n")
    assert begin == "DTSTART;TZID=America/Los_Angeles:20261211T190000"
    assert rule.startswith("RRULE:FREQ=MONTHLY;BYDAY=2FR,-1FR")
    assert product["recurringPattern"] == {
        "recurringInterval": "custom",
        "endDate": "2027-11-20T07:59:00Z",
        "customOccurrenceConfig": {"dayOfWeek": 4, "weekOfMonth": [2, 5]},
    }
