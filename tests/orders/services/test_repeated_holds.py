"""Repeated unpaid holds: the account has to wait, so that others can book the date."""

from collections.abc import Callable
from datetime import timedelta
from itertools import cycle
from typing import Any

import pytest
from django.db.models import F
from rest_framework.test import APIClient

from bookings.models import Booking
from events.models import Occurrence
from orders.models import Order
from tests.orders.api_calls import (
    build_order,
    create_order,
    create_paypal_order,
    expire_hold,
    pay,
    post_order,
)
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def date() -> Occurrence:
    return OccurrenceFactory(event__maximum_event_capacity=2, event__name="Friday Draft")


def pass_time(minutes: float) -> None:
    """Move all stored times into the past."""
    by = timedelta(minutes=minutes)
    for model in (Order, Booking):
        model.objects.update(created_at=F("created_at") - by, held_until=F("held_until") - by)


def cancel(client: APIClient, order: dict[str, Any]) -> None:
    answer = client.post(f"/api/orders/{order['_id']}/cancel")
    assert answer.status_code == 200, answer.content


def hold_and_cancel(client: APIClient, date: Occurrence, *, times: int, after_minutes: float = 0) -> None:
    for _ in range(times):
        order = create_order(client, date)
        pass_time(after_minutes)
        cancel(client, order)


def is_refused(client: APIClient, date: Occurrence) -> bool:
    """Return whether the account has to wait for this date. Otherwise it holds seats afterwards."""
    answer = post_order(client, build_order(date, seats=2))
    assert answer.status_code in (201, 409), answer.content
    if answer.status_code == 409:
        assert answer.json()["code"] == "hold_limit", answer.content
    return answer.status_code == 409


# --- One account can't hold a date forever ---------------------------------------------------------------------------

ROUNDS = 12
Rounds = Callable[[APIClient, dict[str, Any]], None]


def let_expire(client: APIClient, order: dict[str, Any]) -> None:
    pass_time(15)


def cancel_at_once(client: APIClient, order: dict[str, Any]) -> None:
    cancel(client, order)


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


@pytest.mark.parametrize(
    "end",
    [let_expire, cancel_at_once, extend_and_cancel, renew_twice],
)
def test_one_account_cannot_keep_a_date_sold_out(paypal, as_visitor, as_other_visitor, date, end: Rounds):
    for _ in range(ROUNDS):
        answer = post_order(as_visitor, build_order(date, seats=2))
        if answer.status_code == 409:
            break
        end(as_visitor, answer.json())

    assert answer.json()["code"] == "hold_limit"
    assert "Friday Draft" in answer.json()["message"]
    assert "Try again in 15 minutes." in answer.json()["message"]
    assert create_order(as_other_visitor, date, seats=2)["status"] == "held"


# --- The limits ------------------------------------------------------------------------------------------------------


def test_a_cart_may_be_changed_five_times_within_an_hour(as_visitor, date):
    hold_and_cancel(as_visitor, date, times=5, after_minutes=2)

    assert not is_refused(as_visitor, date)


def test_after_six_unpaid_holds_the_account_has_to_wait_for_that_date_only(as_visitor, as_other_visitor, date):
    hold_and_cancel(as_visitor, date, times=6)

    assert is_refused(as_visitor, date)
    assert not is_refused(as_visitor, OccurrenceFactory(event=date.event, starts_at=date.starts_at + timedelta(days=7)))
    assert not is_refused(as_other_visitor, date)


def test_cancelled_and_expired_holds_add_up(as_visitor, date):
    hold_and_cancel(as_visitor, date, times=4)
    for _ in range(2):
        expire_hold(create_order(as_visitor, date))

    assert is_refused(as_visitor, date)


# --- Renewed holds ---------------------------------------------------------------------------------------------------


def test_an_expired_order_is_not_held_again_while_its_account_has_to_wait(paypal, as_visitor, date):
    expired = create_order(as_visitor, date)
    expire_hold(expired)
    hold_and_cancel(as_visitor, date, times=5)

    refused = as_visitor.post(f"/api/orders/{expired['_id']}/paypal")

    assert (refused.status_code, refused.json()["code"]) == (409, "hold_limit")
    assert refused.json()["message"].endswith("Try again in 15 minutes.")
    assert as_visitor.get(f"/api/orders/{expired['_id']}").json()["status"] == "expired"
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


# --- Declined payments -----------------------------------------------------------------------------------------------


def test_declined_payments_do_not_hold_seats_forever(paypal, as_visitor, as_other_visitor, date):
    order = create_order(as_visitor, date)
    tries = 0
    while as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "held":
        paypal_order_id = create_paypal_order(as_visitor, order)
        paypal.approve(paypal_order_id)
        paypal.fault("capture", "declined_capture")
        assert pay(as_visitor, order, paypal_order_id).json()["code"] == "payment_declined"
        tries += 1
        assert tries < 12
        pass_time(14)

    assert tries == 5  # within an hour
    assert create_order(as_other_visitor, date, seats=2)["status"] == "held"
