"""A browser captured another amount than the order's: the seats are held until staff decide."""

import pytest

from bookings.models import Booking
from paypal.endpoints import capture_order
from tests.orders.api_calls import create_order, create_paypal_order, expire_hold, pay
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def date():
    return OccurrenceFactory(event__maximum_event_capacity=2)


@pytest.fixture
def order(as_visitor, date):
    return create_order(as_visitor, date, seats=2)


@pytest.fixture
def capture_wrong_amount(as_visitor, paypal, order):
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal.fault("capture", "wrong_amount", times=1)
    capture_order(paypal_order_id, key="not the shop's")
    return paypal_order_id


def booking():
    return Booking.objects.values_list("status", "held_until").get()


def test_seats_of_an_order_in_review_do_not_expire(as_visitor, order, capture_wrong_amount):
    answer = pay(as_visitor, order, capture_wrong_amount)

    assert answer.json()["status"] == "review"
    assert booking() == ("pending", None)


@pytest.mark.parametrize("end", ["expired", "cancelled"])
def test_available_seats_are_held_during_the_review(as_visitor, order, capture_wrong_amount, end):
    end_order(as_visitor, order, end)

    assert pay(as_visitor, order, capture_wrong_amount).json()["status"] == "review"
    assert booking() == ("pending", None)


def test_sold_seats_are_not_held_during_the_review(as_visitor, as_other_visitor, date, order, capture_wrong_amount):
    expire_hold(order)
    create_order(as_other_visitor, date, seats=1)

    assert pay(as_visitor, order, capture_wrong_amount).json()["status"] == "review"
    assert Booking.objects.get(order_line__order__public_id=order["_id"]).status == "cancelled"


def end_order(client, order, how):
    if how == "expired":
        expire_hold(order)
    else:
        client.post(f"/api/orders/{order['_id']}/cancel")
