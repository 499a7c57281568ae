"""POST and PUT /api/products: valid and invalid fields, and the capacity."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking
from tests.bookings.events import SHOP, book, create_event, create_series, evening, json_time, list_upcoming, save
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days

DAILY_UNTIL_2001 = {"recurringInterval": "daily", "endDate": "2001-01-01"}
EIGHTH_DAY = {"dayOfWeek": 7, "weekOfMonth": [1]}


def test_a_new_event_is_a_draft_with_default_values(as_admin: APIClient) -> None:
    before = timezone.now().replace(second=0, microsecond=0)

    answer = as_admin.post("/api/products", {}, format="json")

    product = answer.json()
    assert answer.status_code == 201
    expected = {
        "name": "Edit me!", "title": "Edit me!", "description": "Edit me!", "category": "DEF", "cardSet": "DEF",
        "price": 0, "countInStock": 0, "maximumEventCapacity": 0, "inStock": False, "type": "event", "image": "",
        "eventLocation": "Default", "isRecurring": False, "recurringPattern": None, "status": "draft",
        "nextStartTime": None, "occurrences": [],
        "refundPolicy": {"refund": "full", "untilHours": 24, "feePerSeat": 0},
        "memberPrice": None, "memberSeats": 1,
    }  # fmt: skip
    assert {name: product[name] for name in expected} == expected
    assert datetime.fromisoformat(product["startTime"]) >= before
    assert product["endTime"] == product["startTime"]


def test_omitted_fields_keep_their_values(as_admin: APIClient) -> None:
    event = create_event(as_admin, description="Bring a deck.", price=12.5, brand="Lanternworks", format="Draft")

    product = save(as_admin, event, category="League", title="ignored", _id="x", countInTheSky=3).json()

    assert (product["name"], product["description"], product["price"]) == ("Draft", "Bring a deck.", 12.5)
    assert (product["brand"], product["format"], product["category"]) == ("Lanternworks", "Draft", "League")
    assert product["occurrences"][0]["startTime"] == json_time(evening(3))


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 201}, "name"),
        ({"price": -1}, "price"),
        ({"price": 1.234}, "price"),
        ({"price": True}, "price"),
        ({"price": "12,50"}, "price"),
        *(({"maximumEventCapacity": seats}, "maximumEventCapacity") for seats in (-1, 2**63, True)),
        *(({"startTime": time}, "startTime") for time in ("2026-12-04", None)),
        ({"startTime": "0001-01-01T00:00Z"}, "startTime"),
        ({"endTime": "9999-12-31T23:59:59Z"}, "endTime"),
        ({"endTime": "2001-01-01T00:00Z"}, "endTime"),
        ({"image": "/media/events/none.jpg"}, "image"),
        ({"image": "/media/../secret"}, "image"),
        ({"isRecurring": True}, "recurringPattern"),
        ({"recurringPattern": {}}, "recurringPattern.recurringInterval"),
        ({"recurringPattern": {"recurringInterval": "yearly"}}, "recurringPattern.recurringInterval"),
        ({"recurringPattern": {"recurringInterval": "custom"}}, "recurringPattern"),
        ({"recurringPattern": {"recurringInterval": "daily", "endDate": "x"}}, "recurringPattern.endDate"),
        ({"isRecurring": True, "recurringPattern": DAILY_UNTIL_2001}, "recurringPattern.endDate"),
        (
            {"recurringPattern": {"recurringInterval": "custom", "customOccurrenceConfig": EIGHTH_DAY}},
            "recurringPattern.customOccurrenceConfig.dayOfWeek",
        ),
        ({"moveBookings": "maybe"}, "moveBookings"),
        *(({"refundPolicy": policy}, "refundPolicy") for policy in (None, 5)),
        ({"refundPolicy": {"refund": "half"}}, "refundPolicy.refund"),
        *(({"refundPolicy": {"untilHours": hours}}, "refundPolicy.untilHours") for hours in (-1, 1441)),
        *(({"refundPolicy": {"feePerSeat": fee}}, "refundPolicy.feePerSeat") for fee in (-1, 1.234, 10**6)),
        *(({"memberPrice": price}, "memberPrice") for price in (-0.01, 1.234, 10**6)),
        *(({"memberSeats": seats}, "memberSeats") for seats in (0, 11)),
    ],
)
def test_invalid_values_are_rejected_with_an_error_for_the_field(as_admin, fields, named):
    event = create_event(as_admin)

    answer = save(as_admin, event, **fields)

    assert answer.status_code == 400
    assert named in answer.json()["errors"]
    assert list_upcoming(event) == [evening(3)]


@pytest.mark.parametrize(
    ("sent", "saved"),
    [
        ({"refund": "none"}, {"refund": "none", "untilHours": 48, "feePerSeat": 2.5}),
        ({"untilHours": 0}, {"refund": "minus_fee", "untilHours": 0, "feePerSeat": 2.5}),
        ({"feePerSeat": "3.00"}, {"refund": "minus_fee", "untilHours": 48, "feePerSeat": 3}),
        ({}, {"refund": "minus_fee", "untilHours": 48, "feePerSeat": 2.5}),
    ],
)
def test_omitted_parts_of_a_refund_policy_keep_their_values_and_everybody_reads_it(as_admin, as_anonymous, sent, saved):
    event = create_event(as_admin, refundPolicy={"refund": "minus_fee", "untilHours": 48, "feePerSeat": 2.5})

    assert save(as_admin, event, refundPolicy=sent).json()["refundPolicy"] == saved
    assert save(as_admin, event, name="Renamed").json()["refundPolicy"] == saved
    assert as_anonymous.get(f"/api/products/{event.public_id}").json()["refundPolicy"] == saved
    assert as_anonymous.get("/api/products").json()["products"][0]["refundPolicy"] == saved


def test_the_capacity_cannot_be_lower_than_the_taken_seats(as_admin: APIClient) -> None:
    event = create_series(as_admin)
    book(event, 0, seats=3)
    book(event, 1, seats=5)
    book(event, 1, seats=2, status=Booking.Status.PENDING, held_until=timezone.now() + timedelta(minutes=9))

    answer = save(as_admin, event, maximumEventCapacity=6)

    local = evening(10).astimezone(SHOP)
    assert (answer.status_code, answer.json()["code"]) == (409, "over_capacity")
    assert f"{local:%a, %b} {local.day}" in answer.json()["message"]
    assert "7 seats" in answer.json()["message"]
    assert save(as_admin, event, maximumEventCapacity=7).status_code == 200


def test_expired_holds_and_past_dates_do_not_limit_the_capacity(as_admin: APIClient) -> None:
    event = create_event(as_admin)
    book(event, 0, seats=9, status=Booking.Status.PENDING, held_until=timezone.now() - timedelta(seconds=1))
    BookingFactory(occurrence=OccurrenceFactory(event=event, starts_at=in_days(-3)), seats=9)

    assert save(as_admin, event, maximumEventCapacity=1).status_code == 200
