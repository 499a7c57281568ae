"""Refunds of single seats by staff: the amount that is shown before, and the refund itself."""

from datetime import timedelta

import pytest
from django.utils import timezone

from orders.models import Payment, Refund
from tests.changes.change_calls import buy, create_date, list_seats
from tests.orders.api_calls import list_booking_ids
from tests.payments.refund_calls import list_refunded_amounts, post_refund, post_refund_preview

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


def test_the_preview_says_when_paypal_no_longer_refunds(as_admin, paypal, paid):
    assert post_refund_preview(as_admin, paid).json()["tooOld"] is False
    Payment.objects.update(captured_at=timezone.now() - timedelta(days=180))

    assert post_refund_preview(as_admin, paid).json()["tooOld"] is True


def test_seats_whose_money_is_gone_are_returned_however_old_the_payment_is(as_admin, paypal, paid):
    post_refund(as_admin, paid, amount="37.26")
    Payment.objects.update(captured_at=timezone.now() - timedelta(days=180))

    assert post_refund_preview(as_admin, paid).json()["tooOld"] is False
    assert post_refund(as_admin, paid).json()["status"] == "refunded"
