"""Cancelling an unpaid order."""

import pytest

from bookings.models import Booking
from tests.orders.api_calls import (
    create_order,
    create_paypal_order,
    expire_hold,
    list_booking_statuses,
    pay,
)
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db


def cancel(client, order):
    return client.post(f"/api/orders/{order['_id']}/cancel")


def test_cancelling_releases_the_seats(as_visitor, as_anonymous):
    date = OccurrenceFactory(event__maximum_event_capacity=2)
    order = create_order(as_visitor, date, seats=2)

    answer = cancel(as_visitor, order)

    assert answer.status_code == 200
    assert (answer.json()["status"], answer.json()["heldUntil"]) == ("cancelled", None)
    assert list_booking_statuses(answer.json()) == ["cancelled"]
    count = as_anonymous.get(f"/api/bookings?productId={date.event.public_id}").json()
    assert count["countInStock"] == 2


def test_an_expired_order_cannot_be_cancelled(as_visitor):
    order = create_order(as_visitor, OccurrenceFactory())
    expire_hold(order)

    answer = cancel(as_visitor, order)

    assert answer.status_code == 409
    assert answer.json()["status"] == "expired"
    assert Booking.objects.get().held_until is not None  # the end of the hold stays stored


@pytest.mark.parametrize(("kind", "status"), [("error_500_before", "capturing"), ("pending", "review")])
def test_an_order_whose_payment_is_in_progress_cannot_be_cancelled(as_visitor, paypal, kind, status):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    paypal.fault("capture", kind, times=2)
    assert pay(as_visitor, order, paypal_order_id).json()["status"] == status

    answer = cancel(as_visitor, order)

    assert answer.status_code == 409
    assert answer.json()["status"] == status
    assert Booking.objects.get().status == "pending"


def test_a_cancelled_order_cannot_be_paid(as_visitor, paypal, settings):
    settings.TEST_ORDERS = True
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id)
    cancel(as_visitor, order)

    assert pay(as_visitor, order, paypal_order_id).status_code == 409
    assert as_visitor.post(f"/api/orders/{order['_id']}/paypal").status_code == 409
    test_order = as_visitor.put(f"/api/orders/{order['_id']}/pay", {"test": True}, format="json")
    assert test_order.json()["code"] == "not_held"
    assert paypal.captures() == []
