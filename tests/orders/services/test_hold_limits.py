"""Limits on holds per buyer and date, renewed holds, and idempotency keys."""

from collections.abc import Callable
from datetime import timedelta
from itertools import cycle
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking
from charityshop.models import HandledRequest
from events.models import Occurrence
from orders.models import Order
from payments.services.reconcile_payments import delete_request_keys
from tests.changes.change_calls import post_change
from tests.orders.api_calls import (
    approve_payment,
    build_order,
    create_order,
    create_paypal_order,
    expire_hold,
    get_order,
    pay,
    post_money,
    post_orders_concurrently,
)
from tests.orders.waiting_lists import cancel
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_test_order


def test_a_buyers_concurrent_holds_are_limited(as_visitor, as_other_visitor, settings):
    settings.MAX_HELD_ORDERS = 2
    date = OccurrenceFactory()
    first, _ = create_order(as_visitor, date, seats=1), create_order(as_visitor, date, seats=1)

    refused = post_money(as_visitor, build_order(date, seats=1))

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
    assert get_order(as_visitor, expired)["status"] == "expired"


@pytest.mark.django_db(transaction=True)
def test_concurrent_requests_hold_no_more_orders_than_the_limit(visitor, settings):
    settings.MAX_HELD_ORDERS = 2
    carts = [build_order(OccurrenceFactory(), seats=1) for _ in range(6)]  # a separate date for each

    answers = post_orders_concurrently(visitor, carts)

    assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409, 409, 409]
    assert Order.objects.count() == 2


def test_after_three_expired_holds_on_a_date_the_buyer_has_to_wait_for_that_date(as_visitor, as_other_visitor):
    date, another_date = OccurrenceFactory(), OccurrenceFactory()
    for minutes_ago in (40, 20, 5):
        expire_hold(create_order(as_visitor, date, seats=1), minutes_ago=minutes_ago)

    refused = post_money(as_visitor, build_order(date, seats=1))

    assert (refused.status_code, refused.json()["code"]) == (409, "hold_limit")
    assert "10 minutes" in refused.json()["message"]
    assert create_order(as_visitor, another_date)["status"] == "held"
    assert create_order(as_other_visitor, date)["status"] == "held"


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
    assert get_order(as_visitor, order)["status"] == "expired"
    assert paypal.state()["orders"] == []

    as_other_visitor.post(f"/api/orders/{theirs['_id']}/cancel")
    create_paypal_order(as_visitor, order)
    assert get_order(as_visitor, order)["status"] == "held"


def test_a_repeated_key_and_body_of_a_buyer_return_the_same_order(as_visitor, as_other_visitor):
    date, key = OccurrenceFactory(), {"Idempotency-Key": "k1"}
    body = build_order(date, seats=2)
    first = post_money(as_visitor, body, **key)

    again = post_money(as_visitor, dict(reversed(body.items())), **key)
    other = post_money(as_visitor, build_order(date, seats=1), **key)

    assert (again.status_code, again.json()) == (201, first.json())
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")
    assert Order.objects.count() == 1
    assert post_money(as_other_visitor, body, **key).json()["_id"] != first.json()["_id"]


def test_an_orders_key_is_refused_for_another_request(as_visitor):
    order = post_money(as_visitor, build_order(OccurrenceFactory()), **{"Idempotency-Key": "k1"}).json()

    answer = post_change(as_visitor, order, "return", key="k1")

    assert (answer.status_code, answer.json()["code"]) == (409, "key_reused")


def test_a_repeat_with_a_slash_at_the_end_is_the_same_request(as_visitor):
    body, key = build_order(OccurrenceFactory()), {"Idempotency-Key": "k1"}
    first = post_money(as_visitor, body, **key)

    again = as_visitor.post("/api/orders/", body, format="json", headers=key)

    assert (again.status_code, again.json()["_id"]) == (201, first.json()["_id"])


def test_a_key_of_a_request_that_created_nothing_is_refused_for_an_order(visitor, as_visitor):
    HandledRequest.objects.create(owner_id=visitor.pk, key="k1", body_hash="0" * 64, result="")

    answer = post_money(as_visitor, build_order(OccurrenceFactory()), **{"Idempotency-Key": "k1"})

    assert (answer.status_code, answer.json()["code"]) == (409, "key_reused")


def test_a_refused_order_leaves_its_key_unused(as_visitor):
    date = OccurrenceFactory(event__maximum_event_capacity=1)
    post_money(as_visitor, build_order(date, seats=2), **{"Idempotency-Key": "k1"})

    answer = post_money(as_visitor, build_order(date, seats=1), **{"Idempotency-Key": "k1"})

    assert answer.status_code == 201


def test_keys_are_deleted_after_seven_days(as_visitor):
    body = build_order(OccurrenceFactory())
    for key, days in {"old": 7.1, "young": 6.9}.items():
        post_money(as_visitor, body, **{"Idempotency-Key": key})
        HandledRequest.objects.filter(key=key).update(created_at=timezone.now() - timedelta(days=days))

    assert delete_request_keys() == 1
    assert HandledRequest.objects.get().key == "young"
    assert Order.objects.count() == 2


# --- Repeated unpaid holds: the account has to wait, so that others can book the date ---------------------------------


@pytest.fixture
def date() -> Occurrence:
    return OccurrenceFactory(event__maximum_event_capacity=2, event__name="Friday Draft")


def pass_time(minutes: float) -> None:
    """Move all stored times into the past."""
    by = timedelta(minutes=minutes)
    for model in (Order, Booking):
        model.objects.update(created_at=F("created_at") - by, held_until=F("held_until") - by)


def hold_and_cancel(client: APIClient, date: Occurrence, *, times: int) -> None:
    for _ in range(times):
        cancel(client, create_order(client, date))


def is_refused(client: APIClient, date: Occurrence) -> bool:
    """Return whether the account has to wait for this date. Otherwise it holds seats afterwards."""
    answer = post_money(client, build_order(date, seats=2))
    assert answer.status_code in (201, 409), answer.content
    if answer.status_code == 409:
        assert answer.json()["code"] == "hold_limit", answer.content
    return answer.status_code == 409


ROUNDS = 12
Rounds = Callable[[APIClient, dict[str, Any]], None]


def let_expire(client: APIClient, order: dict[str, Any]) -> None:
    pass_time(15)


def extend_and_cancel(client: APIClient, order: dict[str, Any]) -> None:
    pass_time(14)
    create_paypal_order(client, order)
    pass_time(14)
    cancel(client, order)


def renew_twice(client: APIClient, order: dict[str, Any]) -> None:
    for _ in range(2):
        pass_time(15)
        client.post(f"/api/orders/{order['_id']}/paypal")  # may be refused if the seats are free already
    pass_time(15)


@pytest.mark.parametrize("end", [let_expire, cancel, extend_and_cancel, renew_twice])
def test_one_account_cannot_keep_a_date_sold_out(paypal, as_visitor, as_other_visitor, date, end: Rounds):
    for _ in range(ROUNDS):
        answer = post_money(as_visitor, build_order(date, seats=2))
        if answer.status_code == 409:
            break
        end(as_visitor, answer.json())

    assert answer.json()["code"] == "hold_limit"
    assert "Friday Draft" in answer.json()["message"]
    assert "Try again in 15 minutes." in answer.json()["message"]
    assert create_order(as_other_visitor, date, seats=2)["status"] == "held"


@pytest.mark.parametrize("expired", [0, 2])
def test_after_six_unpaid_holds_the_account_has_to_wait_for_that_date_only(as_visitor, as_other_visitor, date, expired):
    hold_and_cancel(as_visitor, date, times=6 - expired)
    for _ in range(expired):
        expire_hold(create_order(as_visitor, date))

    assert is_refused(as_visitor, date)
    assert not is_refused(as_visitor, OccurrenceFactory(event=date.event, starts_at=date.starts_at + timedelta(days=7)))
    assert not is_refused(as_other_visitor, date)


def test_an_expired_order_is_not_held_again_while_its_account_has_to_wait(paypal, as_visitor, date):
    expired = create_order(as_visitor, date)
    expire_hold(expired)
    hold_and_cancel(as_visitor, date, times=5)

    refused = as_visitor.post(f"/api/orders/{expired['_id']}/paypal")

    assert (refused.status_code, refused.json()["code"]) == (409, "hold_limit")
    assert refused.json()["message"].endswith("Try again in 15 minutes.")
    assert get_order(as_visitor, expired)["status"] == "expired"
    assert paypal.state()["orders"] == []


def test_an_extended_and_renewed_order_holds_its_seats_for_at_most_an_hour(paypal, as_visitor, as_other_visitor, date):
    order = create_order(as_visitor, date, seats=2)
    minutes = 0
    for wait in cycle([14, 1]):  # shortly before the hold expires, which extends it once, and right after it expired
        pass_time(wait)
        minutes += wait
        assert minutes <= 60
        if as_visitor.post(f"/api/orders/{order['_id']}/paypal").status_code == 409:
            break

    assert is_refused(as_visitor, date)
    assert create_order(as_other_visitor, date, seats=2)["status"] == "held"


def test_declined_payments_do_not_hold_seats_forever(paypal, as_visitor, as_other_visitor, date):
    order = create_order(as_visitor, date)
    tries = 0
    while get_order(as_visitor, order)["status"] == "held":
        paypal_order_id = approve_payment(paypal, as_visitor, order)
        paypal.fault("capture", "declined_capture")
        assert pay(as_visitor, order, paypal_order_id).json()["code"] == "payment_declined"
        tries += 1
        assert tries < 12
        pass_time(14)

    assert tries == 5  # within an hour
    assert create_order(as_other_visitor, date, seats=2)["status"] == "held"
