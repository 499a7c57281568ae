"""Refunds by staff: whole orders, some bookings, or an amount."""

import pytest

from orders.models import Refund
from tests.orders.api_calls import (
    create_order,
    list_booking_ids,
    list_booking_statuses,
    pay_test_order,
)
from tests.payments.refund_calls import (
    count_seats_left,
    create_date_with_two_seats,
    list_refunded_amounts,
    pay_three_bookings,
    post_refund,
)
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def date():
    return create_date_with_two_seats()


@pytest.fixture
def paid(as_visitor, paypal, date):
    return pay_three_bookings(as_visitor, paypal, date)


# --- Whole orders ----------------------------------------------------------------------------------------------------


def test_a_full_refund_refunds_everything_and_releases_the_seats(as_admin, as_anonymous, paypal, date, paid):
    answer = post_refund(as_admin, paid)

    assert answer.status_code == 200
    order = answer.json()
    assert (order["status"], order["refundedPrice"], order["totalPrice"]) == ("refunded", 34.85, 34.85)
    assert set(list_booking_statuses(order)) == {"refunded"}
    assert [(row["amount"], row["status"], row["bookings"]) for row in order["refunds"]] == [
        (34.85, "completed", list_booking_ids(paid))
    ]
    assert list_refunded_amounts(paypal) == ["34.85"]
    assert count_seats_left(as_anonymous, date) == 2


def test_a_second_full_refund_is_refused(as_admin, paypal, paid):
    post_refund(as_admin, paid)

    again = post_refund(as_admin, paid)

    assert again.status_code == 409
    assert again.json()["code"] == "not_refundable"
    assert list_refunded_amounts(paypal) == ["34.85"]


# --- Some bookings ---------------------------------------------------------------------------------------------------


def test_a_booking_is_refunded_once(as_admin, paypal, paid):
    first = list_booking_ids(paid)[:1]
    post_refund(as_admin, paid, lines=first)

    assert post_refund(as_admin, paid, lines=first).status_code == 400
    assert post_refund(as_admin, paid, lines=list_booking_ids(paid)).status_code == 400
    assert list_refunded_amounts(paypal) == ["11.62"]


@pytest.mark.parametrize("lines", [[], ["0" * 24], "all", [None]])
def test_only_bookings_of_the_order_can_be_refunded(as_admin, paypal, paid, lines):
    answer = post_refund(as_admin, paid, lines=lines)

    assert answer.status_code == 400
    assert answer.json()["message"]
    assert list_refunded_amounts(paypal) == []


# --- An amount -------------------------------------------------------------------------------------------------------


def test_refunding_amounts_keeps_the_seats_even_after_the_full_amount(as_admin, paypal, paid):
    part = post_refund(as_admin, paid, amount=30).json()
    assert (part["status"], set(list_booking_statuses(part))) == ("partly_refunded", {"confirmed"})

    rest = post_refund(as_admin, paid, amount="4.85").json()
    assert (rest["status"], set(list_booking_statuses(rest))) == ("partly_refunded", {"confirmed"})
    assert list_refunded_amounts(paypal) == ["30.00", "4.85"]


def test_no_more_than_the_captured_amount_is_refunded(as_admin, paypal, paid):
    post_refund(as_admin, paid, amount=30)

    answer = post_refund(as_admin, paid, amount="4.86")

    assert answer.status_code == 409
    assert "$4.85" in answer.json()["message"]
    assert list_refunded_amounts(paypal) == ["30.00"]


@pytest.mark.parametrize("amount", [0, "0.001", "99999999999", "NaN"])
def test_an_invalid_amount_is_refused(as_admin, paypal, paid, amount):
    answer = post_refund(as_admin, paid, amount=amount)

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["amount"]
    assert not Refund.objects.exists()


# --- Permissions and reasons -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", [{"reason": " "}, {"reason": None}, {}])
def test_a_refund_requires_a_reason(as_admin, paypal, paid, reason):
    answer = as_admin.post(f"/api/orders/{paid['_id']}/refund", reason, format="json")

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == ["reason"]
    assert list_refunded_amounts(paypal) == []


def test_only_paid_orders_can_be_refunded(as_admin, as_visitor):
    held = create_order(as_visitor, OccurrenceFactory())

    answer = post_refund(as_admin, held)

    assert answer.status_code == 409
    assert answer.json()["code"] == "not_refundable"
    assert post_refund(as_admin, {"_id": "0" * 24}).status_code == 404


# --- Without money ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["test", "free"])
def test_free_and_test_orders_are_refunded_without_paypal(as_admin, as_visitor, kind):
    price = "0" if kind == "free" else "12.00"
    dates = [OccurrenceFactory(event__price=price) for _ in range(2)]
    order = create_order(as_visitor, *dates)
    order = order if kind == "free" else pay_test_order(as_visitor, order)

    part = post_refund(as_admin, order, lines=list_booking_ids(order)[:1]).json()
    assert (part["status"], list_booking_statuses(part), part["refundedPrice"]) == (
        "partly_refunded",
        ["refunded", "confirmed"],
        0.0,
    )
    whole = post_refund(as_admin, order).json()
    assert (whole["status"], list_booking_statuses(whole)) == ("refunded", ["refunded", "refunded"])
