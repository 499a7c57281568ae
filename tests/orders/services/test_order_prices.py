"""Prices sent by the browser only tell what the buyer has seen."""

import pytest

from bookings.models import Booking
from orders.models import Order
from tests.orders.api_calls import build_item, build_order, post_order
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db

AMOUNTS = ("itemsPrice", "shippingPrice", "taxPrice", "totalPrice")


@pytest.fixture
def friday():
    return OccurrenceFactory(event__name="Friday Draft", event__price="12.00")


@pytest.mark.parametrize("price", [12, "12.00", None, 13])
def test_a_sent_price_above_the_current_one_is_accepted_and_the_current_one_charged(as_visitor, friday, price):
    answer = post_order(as_visitor, {"orderItems": [build_item(friday, price=price)]})

    assert answer.status_code == 201, answer.content
    assert answer.json()["orderItems"][0]["price"] == 12.0
    assert answer.json()["totalPrice"] == 27.6


def test_prices_are_optional(as_visitor, friday):
    item = build_item(friday)
    del item["price"]

    assert post_order(as_visitor, {"orderItems": [item]}).json()["totalPrice"] == 27.6


@pytest.mark.parametrize("name", AMOUNTS)
def test_an_invalid_total_is_refused(as_visitor, friday, name):
    answer = post_order(as_visitor, build_order(friday, **{name: "NaN"}))

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [name]
    assert not Booking.objects.exists()


@pytest.mark.parametrize("price", ["twelve", {"price": 12}])
def test_an_invalid_price_is_refused(as_visitor, friday, price):
    answer = post_order(as_visitor, {"orderItems": [build_item(friday, price=price)]})

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["orderItems.0.price"]


@pytest.mark.parametrize("price", [11.99, "-12"])
def test_an_increased_price_has_to_be_confirmed_and_nothing_is_held(as_visitor, friday, price):
    answer = post_order(as_visitor, {"orderItems": [build_item(friday, price=price)]})

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


def test_an_increased_total_has_to_be_confirmed(as_visitor, friday):
    answer = post_order(as_visitor, build_order(friday, totalPrice=27.59))

    assert answer.json()["code"] == "price_changed"
    assert not Booking.objects.exists()


def test_a_sent_total_above_the_current_one_is_accepted(as_visitor, friday):
    answer = post_order(as_visitor, build_order(friday, totalPrice="27.60"))

    assert answer.status_code == 201


def test_published_totals_are_accepted_and_the_shops_totals_charged(as_visitor, friday):
    sums = ("12.00", "10.00", "1.80", "23.80")  # the price per booking and shipping 10
    answer = post_order(as_visitor, build_order(friday, seats=4, **dict(zip(AMOUNTS, sums, strict=True))))

    assert answer.status_code == 201, answer.content
    assert answer.json()["totalPrice"] == 55.2


def test_other_totals_have_to_be_confirmed(as_visitor, friday):
    sums = ("12.00", "10.00", "1.80", "13.80")
    answer = post_order(as_visitor, build_order(friday, seats=4, **dict(zip(AMOUNTS, sums, strict=True))))

    assert answer.json()["code"] == "price_changed"
    assert not Booking.objects.exists()


def test_the_price_of_an_event_that_is_not_on_sale_is_not_disclosed(as_visitor):
    hidden = OccurrenceFactory(event__name="Secret Night", event__status="archived", event__price="12.00")

    answer = post_order(as_visitor, {"orderItems": [build_item(hidden, name="?", price=0)]})

    assert answer.status_code == 409
    assert answer.json()["code"] == "date_unavailable"
    assert "quote" not in answer.json()


def test_totals_with_floating_point_errors_are_stored(as_visitor):
    """SQLite adds in floating point: 44.02 + 6.60 is 50.620000000000005."""
    answer = post_order(as_visitor, build_order(OccurrenceFactory(event__price="22.01")))

    assert (answer.status_code, answer.json()["totalPrice"]) == (201, 50.62)
