"""The limit on free seats per account and date. Paid seats have no limit."""

from datetime import timedelta

import pytest

from bookings.models import Booking
from orders.models import Order
from tests.orders.api_calls import (
    approve_payment,
    build_item,
    build_order,
    create_order,
    expire_hold,
    get_order,
    pay,
    pay_with_paypal,
    post_money,
    post_orders_concurrently,
)
from tests.support.factories import OccurrenceFactory, UserFactory


@pytest.fixture
def free():
    return OccurrenceFactory(event__price="0", event__name="Open House", event__maximum_event_capacity=40)


@pytest.fixture
def priced():
    return OccurrenceFactory(event__price="10.00", event__maximum_event_capacity=40)


def build_mixed_order(free, priced, *, free_seats):
    """Build an order for a free date and a priced one."""
    return build_order(free, seats=1) | {"orderItems": [build_item(free, free_seats), build_item(priced, 1)]}


def assert_refused(answer, *, had=0):
    assert answer.status_code == 409, answer.content
    assert answer.json()["code"] == "free_seat_limit"
    already = f", and you have {had} already" if had else ""
    assert answer.json()["message"].startswith("One account can have 4 free seats for Open House on ")
    assert answer.json()["message"].endswith(f"{already}.")


def test_all_orders_of_an_account_for_a_date_add_up(as_visitor, as_other_visitor, free):
    assert_refused(post_money(as_visitor, build_order(free, seats=40)))
    assert not Order.objects.exists()
    create_order(as_visitor, free, seats=3)

    assert_refused(post_money(as_visitor, build_order(free, seats=2)), had=3)
    assert create_order(as_visitor, free, seats=1)["status"] == "paid"
    assert_refused(post_money(as_visitor, build_order(free, seats=1)), had=4)
    next_week = OccurrenceFactory(event=free.event, starts_at=free.starts_at + timedelta(days=7))
    assert create_order(as_visitor, next_week, seats=4)["status"] == "paid"
    assert create_order(as_other_visitor, free, seats=4)["status"] == "paid"


def test_paid_seats_have_no_limit(paypal, as_visitor, priced):
    assert pay_with_paypal(paypal, as_visitor, create_order(as_visitor, priced, seats=20))["status"] == "paid"
    assert create_order(as_visitor, priced, seats=20)["status"] == "held"


def test_the_free_seats_of_a_mixed_order_count(as_visitor, free, priced):
    assert_refused(post_money(as_visitor, build_mixed_order(free, priced, free_seats=5)))
    post_money(as_visitor, build_mixed_order(free, priced, free_seats=4))

    assert_refused(post_money(as_visitor, build_order(free, seats=1)), had=4)


def count_free_seats_taken(free):
    return sum(Booking.objects.filter(occurrence=free, status="confirmed").values_list("seats", flat=True))


def test_an_expired_mixed_order_is_neither_held_again_nor_captured_beyond_the_limit(paypal, as_visitor, free, priced):
    order = post_money(as_visitor, build_mixed_order(free, priced, free_seats=4)).json()
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    expire_hold(order)
    create_order(as_visitor, free, seats=4)

    assert_refused(as_visitor.post(f"/api/orders/{order['_id']}/paypal"), had=4)
    assert_refused(pay(as_visitor, order, paypal_order_id), had=4)

    assert get_order(as_visitor, order)["status"] == "expired"
    assert paypal.captures() == []
    assert count_free_seats_taken(free) == 4


@pytest.mark.django_db(transaction=True)
def test_simultaneous_requests_of_one_account_do_not_exceed_the_limit(free):
    answers = post_orders_concurrently(UserFactory(), [build_order(free, seats=3)] * 6)

    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409, 409]
    assert count_free_seats_taken(free) == 3
