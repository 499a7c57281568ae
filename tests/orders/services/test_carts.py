"""Carts, dates and prices that are accepted and refused when an order is placed.

Prices sent by the browser only tell what the buyer has seen.
"""

from datetime import timedelta

import pytest

from bookings.models import Booking
from events.datetimes import get_shop_zone
from orders.models import Order
from tests.orders.api_calls import build_item, build_order, format_start, post_money
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days


@pytest.mark.parametrize("bookings", [{"bookings": []}, {"bookings": None}, {}])
def test_an_item_without_a_date_is_refused(as_visitor, bookings):
    item = build_item(OccurrenceFactory(event__name="Friday Draft")) | bookings
    if not bookings:
        del item["bookings"]

    answer = post_money(as_visitor, {"orderItems": [item]})

    assert answer.status_code == 400
    assert answer.json()["message"] == "Choose a date for Friday Draft."
    assert not Booking.objects.exists()


@pytest.mark.parametrize("seats", [2, "2", {"qty": 2}, " " * 20 + "02"])
def test_seats_may_be_a_number_a_string_or_a_qty(as_visitor, seats):
    date = OccurrenceFactory()
    booking = {"bookingDate": format_start(date), "reservationSeats": seats}

    answer = post_money(as_visitor, {"orderItems": [build_item(date, bookings=[booking])]})

    assert answer.status_code == 201, answer.content
    assert Booking.objects.get().seats == 2


@pytest.mark.parametrize("seats", [0, -1, 2**63, "1e3", True, "", "²", 2.0, None, [2], {"qty": None}])
def test_other_numbers_of_seats_are_refused(as_visitor, seats):
    date = OccurrenceFactory()
    booking = {"bookingDate": format_start(date), "reservationSeats": seats}

    answer = post_money(as_visitor, {"orderItems": [build_item(date, bookings=[booking])]})

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
    answer = post_money(as_visitor, build_order(OccurrenceFactory(), shippingAddress=address))

    assert (answer.status_code, answer.json()["message"]) == (400, sentence)
    assert list(answer.json()["errors"]) == ["shippingAddress"]


@pytest.fixture
def friday():
    return OccurrenceFactory(event__name="Friday Draft", event__price="12.00")


@pytest.mark.parametrize("price", [12, "12.00", None, 13])
def test_a_sent_price_above_the_current_one_is_accepted_and_the_current_one_charged(as_visitor, friday, price):
    answer = post_money(as_visitor, {"orderItems": [build_item(friday, price=price)]})

    assert answer.status_code == 201, answer.content
    assert answer.json()["orderItems"][0]["price"] == 12.0
    assert answer.json()["totalPrice"] == 27.6


@pytest.mark.parametrize("price", [11.99, "-12"])
def test_an_increased_price_has_to_be_confirmed_and_nothing_is_held(as_visitor, friday, price):
    answer = post_money(as_visitor, {"orderItems": [build_item(friday, price=price)]})

    assert answer.status_code == 409
    assert answer.json()["code"] == "price_changed"
    assert answer.json()["quote"] == {
        "itemsPrice": 24.0,
        "shippingPrice": 0.0,
        "taxPrice": 3.6,
        "totalPrice": 27.6,
        "items": [{"_id": friday.event.public_id, "name": "Friday Draft", "price": 12.0}],
    }
    assert not Booking.objects.exists()
    assert not Order.objects.exists()


def test_the_price_of_an_event_that_is_not_on_sale_is_not_disclosed(as_visitor):
    hidden = OccurrenceFactory(event__name="Secret Night", event__status="archived", event__price="12.00")

    answer = post_money(as_visitor, {"orderItems": [build_item(hidden, name="?", price=0)]})

    assert answer.status_code == 409
    assert answer.json()["code"] == "date_unavailable"
    assert "quote" not in answer.json()


def post_order_for(client, date, booking_date):
    booking = {"bookingDate": booking_date, "reservationSeats": 1}
    return post_money(client, {"orderItems": [build_item(date, bookings=[booking])]})


@pytest.mark.parametrize("written", ["in Tokyo", "day"])
def test_a_time_in_another_zone_is_the_same_date_and_a_day_is_that_days_date(as_visitor, written):
    date = OccurrenceFactory()
    in_tokyo = (date.starts_at + timedelta(hours=9)).strftime("%Y-%m-%dT%H:%M:%S+09:00")
    day = date.starts_at.astimezone(get_shop_zone()).strftime("%Y-%m-%d")

    answer = post_order_for(as_visitor, date, {"in Tokyo": in_tokyo, "day": day}[written])

    assert answer.json()["orderItems"][0]["bookings"][0]["bookingDate"] == format_start(date)


@pytest.mark.parametrize("text", ["", "Friday", "9999-12-31", "0000-00-00"])
def test_an_unknown_date_is_refused_with_a_message(as_visitor, text):
    answer = post_order_for(as_visitor, OccurrenceFactory(), text)

    assert answer.status_code in (400, 409)
    assert answer.json()["message"].endswith((".", "blank."))
    assert not Booking.objects.exists()


@pytest.mark.parametrize(
    "date",
    [
        {"event__status": "draft"},
        {"event__status": "archived"},
        {"status": "canceled"},
        {"status": "dropped"},
        {"starts_at": in_days(-1)},
        {"event__starts_at": in_days(0, hours=-1)},
    ],
    ids=str,
)
def test_a_date_that_is_not_on_sale_cannot_be_ordered(as_visitor, date):
    gone = OccurrenceFactory(**date)

    answer = post_order_for(as_visitor, gone, format_start(gone))

    assert answer.status_code == 409
    assert answer.json()["code"] == "date_unavailable"
    assert answer.json()["product"] == gone.event.public_id
    assert not Booking.objects.exists()


def test_an_order_holds_all_of_its_dates_or_none(as_visitor):
    wide, narrow, full = (OccurrenceFactory(event__maximum_event_capacity=seats) for seats in (9, 1, 2))
    BookingFactory(occurrence=full, seats=2, status="pending", held_until=None)  # of an order that is being captured

    answer = post_money(as_visitor, build_order(wide, narrow, full, seats=2))

    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    assert answer.json()["short"] == [
        {
            "product": date.event.public_id,
            "name": date.event.name,
            "bookingDate": format_start(date),
            "countInStock": left,
        }
        for date, left in ((narrow, 1), (full, 0))
    ]
    assert "Only 1 seat is left" in answer.json()["message"]
    assert "No seats are left" in answer.json()["message"]
    assert (Booking.objects.count(), Order.objects.count()) == (1, 0)
