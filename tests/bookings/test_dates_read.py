"""What visitors read about dates: the list of coming dates, and the calendar's."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from events.models import Occurrence
from tests.bookings.reading import SHOP, named, series_of, wire
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, in_days


def test_the_view_of_dates_has_a_row_for_each_coming_date_soonest_first(as_nobody: APIClient) -> None:
    weekly = EventFactory(name="Weekly", category="League")
    series_of(weekly, [-7, 2, 9])
    series_of(EventFactory(name="Single", category="Social"), [5])
    OccurrenceFactory(event=weekly, starts_at=in_days(16), status="skipped")
    series_of(EventFactory(status="draft", category="Secret"), [3])

    answer = as_nobody.get("/api/products?view=dates")

    assert named(answer) == ["Weekly", "Single", "Weekly"]
    assert answer.json()["total"] == 3
    assert answer.json()["facets"]["category"] == ["League", "Social"]


def test_each_date_counts_its_own_seats(as_nobody: APIClient) -> None:
    event = EventFactory(maximum_event_capacity=5)
    full, free = series_of(event, [1, 2])
    BookingFactory(occurrence=full, seats=5)

    rows = as_nobody.get("/api/products?view=dates").json()["products"]

    assert [(row["countInStock"], row["inStock"]) for row in rows] == [(0, False), (5, True)]
    assert rows[1]["startTime"] == wire(free.starts_at)


def test_a_date_that_is_full_or_past_names_the_next_one_with_seats(as_nobody: APIClient) -> None:
    weekly = EventFactory(maximum_event_capacity=2)
    past, full, also_full, free = series_of(weekly, [-1, 2, 9, 16])
    first, last = series_of(EventFactory(maximum_event_capacity=1), [1, 4])
    OccurrenceFactory(event=weekly, starts_at=in_days(12), status=Occurrence.Status.SKIPPED)
    for date in (full, also_full, last):
        BookingFactory(occurrence=date, seats=date.event.maximum_event_capacity)

    def following(address: str) -> dict[str, str | None]:
        answer = as_nobody.get(address).json()
        rows = answer if isinstance(answer, list) else answer["products"]
        return {row["startTime"]: row["nextOpenStartTime"] for row in rows}

    coming = {
        wire(first.starts_at): None,
        wire(full.starts_at): wire(free.starts_at),
        wire(last.starts_at): None,
        wire(also_full.starts_at): wire(free.starts_at),
        wire(free.starts_at): None,
    }
    assert following("/api/products?view=dates") == coming
    start = wire(past.starts_at)
    assert following(f"/api/products/all?start={start}") == coming | {start: wire(free.starts_at)}


def test_the_calendar_gets_a_bare_list_from_the_first_of_this_month(as_nobody: APIClient) -> None:
    event = EventFactory()
    today = timezone.localtime()
    first = today.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    inside = OccurrenceFactory(event=event, starts_at=first)
    OccurrenceFactory(event=event, starts_at=first - timedelta(minutes=1))

    rows = as_nobody.get("/api/products/all").json()

    assert [row["startTime"] for row in rows] == [wire(inside.starts_at)]
    assert rows[0]["_id"] == event.public_id


def test_each_dated_row_carries_the_rule_of_that_date_alone(as_nobody: APIClient) -> None:
    event = EventFactory(is_recurring=True, repeat_interval="weekly")
    OccurrenceFactory(event=event, starts_at=datetime(2031, 1, 4, 3, tzinfo=UTC))

    row = as_nobody.get("/api/products/all").json()[0]

    assert row["rrule"] == "DTSTART:20310104T030000Z\nRRULE:FREQ=DAILY;COUNT=1"
    assert row["isRecurring"] is True
    assert row["recurringPattern"]["recurringInterval"] == "weekly"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("start=2031-01-02", [2, 3]),
        ("start=2031-01-01&end=2031-01-02", [1, 2]),
        ("start=2031-01-02T19:00-08:00", [2, 3]),
        ("start=2031-01-02T19:00:00 01:00", [2, 3]),
        ("end=2031-01-02T19:00-08:00", [1]),
        ("limit=2", [1, 2]),
    ],
)
def test_the_calendar_asks_only_for_what_it_shows(as_nobody: APIClient, query: str, expected: list[int]) -> None:
    event = EventFactory()
    for day in (1, 2, 3):
        OccurrenceFactory(event=event, starts_at=datetime(2031, 1, day, 19, tzinfo=SHOP))

    rows = as_nobody.get(f"/api/products/all?{query}").json()

    assert [datetime.fromisoformat(row["startTime"]).astimezone(SHOP).day for row in rows] == expected


@pytest.mark.parametrize("query", ["start=x", "end=2026-13-01", "limit=0", "limit=1e3", "limit=-1"])
def test_the_calendar_refuses_what_it_cannot_read(as_nobody: APIClient, query: str) -> None:
    assert as_nobody.get(f"/api/products/all?{query}").status_code == 400
