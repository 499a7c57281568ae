"""GET /api/products?view=dates and /api/products/all."""

from datetime import datetime

import pytest
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from events.models import Occurrence
from tests.bookings.events import SHOP, create_dates, get_names, json_time
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, get_day_in, in_days


def test_the_view_of_dates_has_a_row_for_each_upcoming_date_soonest_first(as_anonymous: APIClient) -> None:
    weekly = EventFactory(name="Weekly", category="League")
    create_dates(weekly, [-7, 2, 9])
    create_dates(EventFactory(name="Single", category="Social"), [5])
    OccurrenceFactory(event=weekly, starts_at=in_days(16), status="skipped")
    create_dates(EventFactory(status="draft", category="Secret"), [3])

    answer = as_anonymous.get("/api/products?view=dates")

    assert get_names(answer) == ["Weekly", "Single", "Weekly"]
    assert answer.json()["total"] == 3
    assert answer.json()["facets"]["category"] == ["League", "Social"]


def test_each_date_counts_its_own_seats(as_anonymous: APIClient) -> None:
    event = EventFactory(maximum_event_capacity=5)
    full, free = create_dates(event, [1, 2])
    BookingFactory(occurrence=full, seats=5)

    rows = as_anonymous.get("/api/products?view=dates").json()["products"]

    assert [(row["countInStock"], row["inStock"]) for row in rows] == [(0, False), (5, True)]
    assert rows[1]["startTime"] == json_time(free.starts_at)


def test_a_full_or_past_date_has_the_start_of_the_next_one_with_seats(as_anonymous: APIClient) -> None:
    weekly = EventFactory(maximum_event_capacity=2)
    past, full, also_full, free = create_dates(weekly, [-1, 2, 9, 16])
    first, last = create_dates(EventFactory(maximum_event_capacity=1), [1, 4])
    OccurrenceFactory(event=weekly, starts_at=in_days(12), status=Occurrence.Status.SKIPPED)
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


def test_the_upcoming_view_takes_the_same_number_of_queries_for_any_number_of_events(
    as_anonymous: APIClient, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(4):
        create_dates(EventFactory(), [2, 9, 16])

    with django_assert_num_queries(6):  # the number of events, first, further, canceled and promised dates, facets
        as_anonymous.get("/api/products?view=upcoming")
