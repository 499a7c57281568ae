"""Refunds of single seats by staff: the amount that is shown before, and the refund itself."""

from datetime import timedelta

import pytest
from django.utils import timezone

from orders.models import Payment, Refund
from tests.changes.change_calls import buy, create_date, list_seats, post_change
from tests.orders.api_calls import create_order, list_booking_ids
from tests.payments.refund_calls import list_refunded_amounts, post_refund, post_refund_preview
from tests.support.paid_orders import create_test_order

pytestmark = pytest.mark.django_db


@pytest.fixture
def date():
    return create_date()


@pytest.fixture
def paid(as_visitor, paypal, date):
    """An order of 3 seats at $10.80, which with tax are $12.42 each."""
    return buy(as_visitor, paypal, date)


@pytest.fixture
def booking(paid):
    return list_booking_ids(paid)[0]


def test_the_preview_shows_what_the_refund_returns_and_stores_nothing(as_admin, paypal, paid, booking):
    preview = post_refund_preview(as_admin, paid, seats={booking: 2})

    assert preview.status_code == 200, preview.content
    assert preview.json() == {"amount": 24.84, "left": 37.26, "inside": 0, "currency": "USD", "tooOld": False}
    assert not Refund.objects.exists()
    order = post_refund(as_admin, paid, seats={booking: 2}).json()
    assert (order["refundedPrice"], list_seats(order)) == (24.84, [("confirmed", 1)])
    assert list_refunded_amounts(paypal) == ["24.84"]


def test_without_seats_the_preview_is_of_everything_that_is_left(as_admin, as_visitor, paypal, paid, booking):
    post_change(as_visitor, paid, "gift", seats=1, amount="12.42")

    assert post_refund_preview(as_admin, paid).json()["amount"] == 37.26
    assert post_refund_preview(as_admin, paid).json()["left"] == 37.26
    assert post_refund_preview(as_admin, paid, lines=[booking]).json()["amount"] == 24.84
    assert post_refund(as_admin, paid).json()["refundedPrice"] == 37.26


def test_the_amount_that_was_shown_can_be_sent_with_the_seats(as_admin, paypal, paid, booking):
    order = post_refund(as_admin, paid, seats={booking: 1}, amount="12.42").json()

    assert [(part["seats"], part["amount"]) for part in order["refunds"][0]["parts"]] == [(1, 12.42)]
    assert list_seats(order) == [("confirmed", 2)]


@pytest.mark.parametrize("seats", [{}, {"BOOKING": 4}, {"BOOKING": 0}, {"0" * 24: 1}, "all"], ids=str)
def test_only_seats_of_the_order_can_be_chosen(as_admin, paypal, paid, booking, seats):
    if isinstance(seats, dict):
        seats = {booking if key == "BOOKING" else key: count for key, count in seats.items()}

    for post in (post_refund_preview, post_refund):
        answer = post(as_admin, paid, seats=seats)
        assert answer.status_code == 400
        assert answer.json()["message"]
    assert not Refund.objects.exists()


def test_a_test_order_returns_no_money(as_admin, as_visitor, date):
    order = create_test_order(as_visitor, date)

    assert post_refund_preview(as_admin, order).json() == {
        "amount": 0.0, "left": 0.0, "inside": 0, "currency": "USD", "tooOld": False,
    }  # fmt: skip


def test_an_unpaid_order_has_no_preview(as_admin, as_visitor, date):
    answer = post_refund_preview(as_admin, create_order(as_visitor, date))

    assert (answer.status_code, answer.json()["code"]) == (409, "not_refundable")


def test_the_preview_says_when_paypal_no_longer_refunds(as_admin, paypal, paid):
    assert post_refund_preview(as_admin, paid).json()["tooOld"] is False
    Payment.objects.update(captured_at=timezone.now() - timedelta(days=180))

    assert post_refund_preview(as_admin, paid).json()["tooOld"] is True


def test_a_repeated_key_refunds_once(as_admin, paypal, paid, booking):
    first = post_refund(as_admin, paid, key="one", seats={booking: 1})
    again = post_refund(as_admin, paid, key="one", seats={booking: 1})

    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json()["refundedPrice"] == 12.42
    assert list_refunded_amounts(paypal) == ["12.42"]
    assert post_refund(as_admin, paid, key="one", seats={booking: 2}).json()["code"] == "key_reused"
    assert post_refund(as_admin, paid, key="two", seats={booking: 1}).json()["refundedPrice"] == 24.84
