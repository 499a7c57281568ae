"""A date may have another number of seats than its event: every count of free seats goes by the date's own."""

from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.selectors.waiting import get_promised_seats
from events.models import Event, Occurrence
from figures.selectors.summary import get_summary
from payments.reports.consistency_checks import overfull_dates
from tests.bookings.events import act, save
from tests.door.phones import create_date
from tests.door.till_calls import TillClient, open_door
from tests.orders.api_calls import build_order, create_order, format_start
from tests.orders.waiting_lists import get_offered_seats, get_stock, join
from tests.support.answers import json_of
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, get_day_in, in_days


@pytest.fixture
def event() -> Event:
    return EventFactory(maximum_event_capacity=2)


@pytest.fixture
def small(event: Event) -> Occurrence:
    """The next date, with as many seats as the event: all taken."""
    date = OccurrenceFactory(event=event, starts_at=in_days(2))
    BookingFactory(occurrence=date, seats=2)
    return date


@pytest.fixture
def big(event: Event, small: Occurrence) -> Occurrence:
    """The date after it, which has 16 seats: 3 are taken."""
    date = OccurrenceFactory(event=event, starts_at=in_days(3), seats=16)
    BookingFactory(occurrence=date, seats=3)
    return date


def list_rows(client: APIClient, query: str) -> list[dict[str, Any]]:
    return list(json_of(client.get(f"/api/products?{query}"))["products"])


def test_pages_and_lists_count_the_seats_of_the_date(as_anonymous, event, small, big):
    of_small, of_big = json_of(as_anonymous.get(f"/api/products/{event.public_id}"))["occurrences"]
    assert (of_small["countInStock"], of_big["countInStock"], of_big["seats"]) == (0, 13, 16)
    assert "seats" not in of_small

    dates = list_rows(as_anonymous, "view=dates")
    assert [(row["maximumEventCapacity"], row["countInStock"]) for row in dates] == [(2, 0), (16, 13)]
    assert dates[0]["nextOpenStartTime"] == dates[1]["startTime"]
    (row,) = list_rows(as_anonymous, "view=upcoming")
    assert [each["seats"] for each in row["furtherDates"]] == [16]
    (row,) = list_rows(as_anonymous, "sortField=nextStartTime")
    assert row["countInStock"] == 13


def test_a_filter_by_seats_left_finds_the_bigger_date(as_anonymous, big):
    assert [row["countInStock"] for row in list_rows(as_anonymous, "view=dates&seats=13")] == [13]
    assert len(list_rows(as_anonymous, "seats=13")) == 1
    assert list_rows(as_anonymous, "view=dates&seats=14") == list_rows(as_anonymous, "seats=14") == []
    facets = json_of(as_anonymous.get("/api/products?view=dates&facets=true"))["facets"]
    assert facets["seats"] == ["0", "13"]


def test_nobody_can_buy_more_seats_than_the_date_has(as_visitor, big):
    create_order(as_visitor, big, seats=6)
    Occurrence.objects.filter(pk=big.pk).update(seats=10)

    answer = as_visitor.post("/api/orders", build_order(big, seats=2), format="json")

    assert (answer.status_code, answer.json()["short"][0]["countInStock"]) == (409, 1)
    assert get_stock(as_visitor, big) == 1
    assert list(overfull_dates()) == []
    Occurrence.objects.filter(pk=big.pk).update(seats=8)
    assert list(overfull_dates()) == [f"{big}: 9 seats are taken, and there are 8."]


def test_added_seats_of_a_date_go_to_its_waiting_list(as_visitor, as_admin, event, small):
    join(as_visitor, small, 2)
    Occurrence.objects.filter(pk=small.pk).update(seats=3)
    assert get_promised_seats(timezone.now()) == {}, "one seat isn't what they wait for"

    Occurrence.objects.filter(pk=small.pk).update(seats=4)
    assert get_promised_seats(timezone.now()) == {small.pk: 2}
    assert save(as_admin, event, name="Draft").status_code == 200

    assert get_offered_seats(as_visitor) == [2]


def test_the_events_seats_may_be_fewer_than_are_taken_on_a_date_with_its_own(as_admin, event, big):
    assert act(as_admin, event, "preview", maximumEventCapacity=2).json()["overbooked"] == []
    assert save(as_admin, event, maximumEventCapacity=2).status_code == 200
    answer = save(as_admin, event, maximumEventCapacity=1)
    assert (answer.status_code, answer.json()["code"]) == (409, "over_capacity")


def test_staff_and_the_door_read_the_seats_of_the_date(as_admin):
    tonight = create_date(event__maximum_event_capacity=2, event__price="12.00", seats=5)
    till = TillClient(as_admin, open_door(as_admin, tonight))
    till.open_drawer()

    assert till.sell(4).status_code == 201
    assert till.sell(2).status_code == 409
    path = f"/api/products/{tonight.event.public_id}/guests?startTime={format_start(tonight)}"
    found = json_of(as_admin.get(path))
    assert (found["totalReservations"], found["maximumEventCapacity"]) == (4, 5)
    (row,) = json_of(as_admin.get("/api/products/next-dates"))
    assert (row["totalReservations"], row["maximumEventCapacity"]) == (4, 5)


def test_figures_count_the_seats_of_the_date(event):
    OccurrenceFactory(event=event, starts_at=in_days(-2), seats=16)
    OccurrenceFactory(event=event, starts_at=in_days(-3))

    assert get_summary(get_day_in(-5), get_day_in(0))["total"].seats == 18
