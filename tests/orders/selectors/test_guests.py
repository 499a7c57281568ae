"""GET /api/products/{id}/guests: the guest list of a date."""

import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bookings.models import Booking
from tests.conftest import signed_in
from tests.orders.api_calls import create_order, format_start
from tests.support.factories import (
    GuestFactory,
    OccurrenceFactory,
    SeatLinkFactory,
    UserFactory,
)
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db


@pytest.fixture
def date():
    return OccurrenceFactory(event__maximum_event_capacity=50, event__name="Lantern Night")


def get_guests(client, date, path="guests", **asked):
    return client.get(f"/api/products/{date.event.public_id}/{path}", asked)


def test_the_list_has_paid_held_and_staff_bookings(as_admin, as_visitor, as_other_visitor, admin, date):
    paid = create_test_order(as_visitor, date, seats=3)
    held = create_order(as_other_visitor, date, seats=1)
    body = {"product": date.event.public_id, "bookingDate": format_start(date), "reservationSeats": 5}
    assert as_admin.post("/api/bookings", body, format="json").status_code == 201

    found = get_guests(as_admin, date, startTime=format_start(date)).json()

    assert (found["name"], found["startTime"], found["totalReservations"]) == ("Lantern Night", format_start(date), 9)
    assert [(row["firstName"], row["email"], row["reservationSeats"], row["status"]) for row in found["guests"]] == [
        ("Ana", "ana@example.com", 3, "confirmed"),
        ("Ben", "ben@example.com", 1, "pending"),
        ("Sam", "staff@example.com", 5, "confirmed"),
    ]
    assert [row["order"] for row in found["guests"]] == [paid["_id"], held["_id"], None]
    assert [row["orderNumber"] for row in found["guests"]] == [paid["number"], held["number"], None]
    assert [row["orderStatus"] for row in found["guests"]] == ["paid", "held", None]
    assert [row["isTest"] for row in found["guests"]] == [True, False, False]


def test_the_list_takes_a_constant_number_of_queries(as_admin, date):
    create_test_order(as_admin, date)
    with CaptureQueriesContext(connection) as for_one:
        get_guests(as_admin, date)
    for _ in range(4):
        client = signed_in(UserFactory())
        create_test_order(client, date)

    with CaptureQueriesContext(connection) as for_more:
        assert len(get_guests(as_admin, date).json()["guests"]) == 5

    assert len(for_more) == len(for_one)


def test_the_list_can_be_exported(as_admin, date):
    eve = signed_in(UserFactory(first_name="=Eve", email="eve@example.com"))
    order = create_test_order(eve, date)

    answer = get_guests(as_admin, date, "guests/export", startTime=format_start(date))

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    (row,) = csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode("utf-8-sig")))
    assert (row["First name"], row["Email"], row["Seats"], row["Order"]) == (
        "'=Eve",
        "eve@example.com",
        "2",
        order["_id"],
    )


def test_friends_have_rows_of_their_own_and_unclaimed_seats_are_the_buyers(as_admin, as_visitor, date):
    order = create_test_order(as_visitor, date, seats=4)
    booking = Booking.objects.get()
    guests = [GuestFactory(booking=booking, email="sam@example.com"), GuestFactory(booking=booking, first_name="Kim")]
    SeatLinkFactory(booking=booking)

    found = get_guests(as_admin, date).json()

    assert found["totalReservations"] == 4
    ana, kim, sam = found["guests"]
    assert (ana["firstName"], ana["reservationSeats"], ana["_id"]) == ("Ana", 2, booking.public_id)
    assert "guestOf" not in ana
    assert (kim["name"], kim["email"]) == ("Kim (guest of Ana Diaz)", "")
    assert sam == ana | {
        "_id": guests[0].public_id,
        "name": "Sam (guest of Ana Diaz)",
        "guestOf": "Ana Diaz",
        "firstName": "Sam",
        "lastName": "",
        "email": "sam@example.com",
        "reservationSeats": 1,
    }
    assert {row["orderNumber"] for row in found["guests"]} == {order["number"]}
