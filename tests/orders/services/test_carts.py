"""Carts that are accepted and refused when an order is placed."""

import pytest

from bookings.models import Booking
from tests.orders.api_calls import build_item, build_order, format_start, post_order
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("bookings", [{"bookings": []}, {"bookings": None}, {}])
def test_an_item_without_a_date_is_refused(as_visitor, bookings):
    item = build_item(OccurrenceFactory(event__name="Friday Draft")) | bookings
    if not bookings:
        del item["bookings"]

    answer = post_order(as_visitor, {"orderItems": [item]})

    assert answer.status_code == 400
    assert answer.json()["message"] == "Choose a date for Friday Draft."
    assert not Booking.objects.exists()


@pytest.mark.parametrize("seats", [2, "2", {"qty": 2}, " " * 20 + "02"])
def test_seats_may_be_a_number_a_string_or_a_qty(as_visitor, seats):
    date = OccurrenceFactory()
    booking = {"bookingDate": format_start(date), "reservationSeats": seats}

    answer = post_order(as_visitor, {"orderItems": [build_item(date, bookings=[booking])]})

    assert answer.status_code == 201, answer.content
    assert Booking.objects.get().seats == 2


@pytest.mark.parametrize(
    "seats",
    [0, -1, 2**63, "1e3", True, "", "²", 2.0, None, [2], {"qty": None}],
)
def test_other_numbers_of_seats_are_refused(as_visitor, seats):
    date = OccurrenceFactory()
    booking = {"bookingDate": format_start(date), "reservationSeats": seats}

    answer = post_order(as_visitor, {"orderItems": [build_item(date, bookings=[booking])]})

    assert answer.status_code == 400, answer.content
    assert list(answer.json()["errors"]) == ["orderItems.0.bookings.0.reservationSeats"]
    assert not Booking.objects.exists()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("12 Dock St", "Send the address as an object."),
        ({"city": 7}, "Send each part of the address as a text."),
        ({"city": "x" * 201}, "Keep each part of the address to 200 characters."),
    ],
)
def test_an_invalid_address_is_refused_with_a_message(as_visitor, address, sentence):
    answer = post_order(as_visitor, build_order(OccurrenceFactory(), shippingAddress=address))

    assert (answer.status_code, answer.json()["message"]) == (400, sentence)
    assert list(answer.json()["errors"]) == ["shippingAddress"]


def test_a_total_that_cannot_be_stored_is_refused_with_a_message(as_visitor):
    date = OccurrenceFactory(event__price="999999.99", event__maximum_event_capacity=100_000)

    answer = post_order(as_visitor, build_order(date, seats=100_000))

    assert answer.status_code == 400
    assert answer.json()["message"]
    assert not Booking.objects.exists()
