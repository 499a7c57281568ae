"""Limits on holds per buyer, and idempotency keys."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking
from orders.models import Order, PlacedRequest
from payments.services.reconcile_payments import delete_request_keys
from tests.orders.api_calls import (
    build_order,
    create_order,
    create_paypal_order,
    expire_hold,
    post_order,
    post_orders_concurrently,
)
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db


# --- Concurrent holds ------------------------------------------------------------------------------------------------


def test_a_buyers_concurrent_holds_are_limited(as_visitor, as_other_visitor, settings):
    settings.MAX_HELD_ORDERS = 2
    date = OccurrenceFactory()
    first, _ = create_order(as_visitor, date, seats=1), create_order(as_visitor, date, seats=1)

    refused = post_order(as_visitor, build_order(date, seats=1))

    assert refused.status_code == 409
    assert refused.json()["code"] == "hold_limit"
    assert create_order(as_other_visitor, date)["status"] == "held"
    as_visitor.post(f"/api/orders/{first['_id']}/cancel")
    assert create_order(as_visitor, date)["status"] == "held"


def test_paid_expired_and_free_orders_do_not_count_as_holds(as_visitor, settings):
    settings.MAX_HELD_ORDERS = 1
    create_test_order(as_visitor, OccurrenceFactory())
    expire_hold(create_order(as_visitor, OccurrenceFactory()))
    create_order(as_visitor, OccurrenceFactory())

    assert create_order(as_visitor, OccurrenceFactory(event__price="0"))["status"] == "paid"


def test_an_expired_order_is_held_again_only_within_the_limit(as_visitor, paypal, settings):
    settings.MAX_HELD_ORDERS = 1
    expired = create_order(as_visitor, OccurrenceFactory())
    expire_hold(expired)
    create_order(as_visitor, OccurrenceFactory())

    answer = as_visitor.post(f"/api/orders/{expired['_id']}/paypal")

    assert answer.status_code == 409
    assert answer.json()["code"] == "hold_limit"
    assert as_visitor.get(f"/api/orders/{expired['_id']}").json()["status"] == "expired"


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_hold_no_more_orders_than_the_limit(visitor, settings):
    settings.MAX_HELD_ORDERS = 2
    carts = [build_order(OccurrenceFactory(), seats=1) for _ in range(6)]  # a separate date for each

    answers = post_orders_concurrently(visitor, carts)

    assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409, 409, 409]
    assert Order.objects.count() == 2


# --- The pause after three expired holds -----------------------------------------------------------------------------


def hold_and_expire(client, date, *, minutes_ago):
    expire_hold(create_order(client, date, seats=1), minutes_ago=minutes_ago)


def test_after_three_expired_holds_on_a_date_the_buyer_has_to_wait_for_that_date(as_visitor, as_other_visitor):
    date, another_date = OccurrenceFactory(), OccurrenceFactory()
    for minutes_ago in (40, 20, 5):
        hold_and_expire(as_visitor, date, minutes_ago=minutes_ago)

    refused = post_order(as_visitor, build_order(date, seats=1))

    assert refused.status_code == 409
    assert refused.json()["code"] == "hold_limit"
    assert "10 minutes" in refused.json()["message"]
    assert create_order(as_visitor, another_date)["status"] == "held"
    assert create_order(as_other_visitor, date)["status"] == "held"


# --- Renewals --------------------------------------------------------------------------------------------------------


def test_creating_the_paypal_order_extends_a_hold_once(as_visitor, paypal, settings):
    settings.HOLD = timedelta(minutes=20)
    order = create_order(as_visitor, OccurrenceFactory())
    placed_until = Order.objects.get().held_until
    ten_minutes_on = placed_until - timedelta(minutes=10)
    Order.objects.update(held_until=ten_minutes_on)
    Booking.objects.update(held_until=ten_minutes_on)

    create_paypal_order(as_visitor, order)
    lengthened = Order.objects.get().held_until
    create_paypal_order(as_visitor, order)

    assert placed_until < lengthened < timezone.now() + timedelta(minutes=20)
    assert Order.objects.get().held_until == lengthened
    assert Booking.objects.get().held_until == lengthened


def test_an_expired_order_is_held_again_only_if_its_seats_are_available(as_visitor, as_other_visitor, paypal):
    date = OccurrenceFactory(event__maximum_event_capacity=2)
    order = create_order(as_visitor, date, seats=2)
    expire_hold(order)
    theirs = create_order(as_other_visitor, date, seats=1)

    refused = as_visitor.post(f"/api/orders/{order['_id']}/paypal")

    assert refused.json()["code"] == "sold_out"
    assert refused.json()["short"][0]["countInStock"] == 1
    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "expired"
    assert paypal.state()["orders"] == []

    as_other_visitor.post(f"/api/orders/{theirs['_id']}/cancel")
    create_paypal_order(as_visitor, order)
    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "held"


# --- Idempotency keys ------------------------------------------------------------------------------------------------


def test_a_repeated_key_and_body_return_the_same_order(as_visitor):
    body = build_order(OccurrenceFactory())
    first = post_order(as_visitor, body, **{"Idempotency-Key": "k1"})

    again = post_order(as_visitor, dict(reversed(body.items())), **{"Idempotency-Key": "k1"})

    assert (again.status_code, again.json()) == (201, first.json())
    assert Order.objects.count() == 1


def test_a_repeated_key_with_another_body_is_refused(as_visitor):
    date = OccurrenceFactory()
    post_order(as_visitor, build_order(date, seats=1), **{"Idempotency-Key": "k1"})

    answer = post_order(as_visitor, build_order(date, seats=2), **{"Idempotency-Key": "k1"})

    assert answer.status_code == 409
    assert answer.json()["code"] == "key_reused"
    assert Order.objects.count() == 1


def test_a_key_belongs_to_one_buyer(as_visitor, as_other_visitor):
    body = build_order(OccurrenceFactory())

    mine = post_order(as_visitor, body, **{"Idempotency-Key": "k1"}).json()
    theirs = post_order(as_other_visitor, body, **{"Idempotency-Key": "k1"}).json()

    assert mine["_id"] != theirs["_id"]


def test_a_refused_order_leaves_its_key_unused(as_visitor):
    date = OccurrenceFactory(event__maximum_event_capacity=1)
    post_order(as_visitor, build_order(date, seats=2), **{"Idempotency-Key": "k1"})

    answer = post_order(as_visitor, build_order(date, seats=1), **{"Idempotency-Key": "k1"})

    assert answer.status_code == 201


def test_keys_are_deleted_after_seven_days(as_visitor):
    body = build_order(OccurrenceFactory())
    for key, days in {"old": 7.1, "young": 6.9}.items():
        post_order(as_visitor, body, **{"Idempotency-Key": key})
        PlacedRequest.objects.filter(key=key).update(created_at=timezone.now() - timedelta(days=days))

    assert delete_request_keys() == 1
    assert PlacedRequest.objects.get().key == "young"
    assert Order.objects.count() == 2
