"""Refunds of orders with gifts and discounts."""

from decimal import Decimal

import pytest

from orders.models import Order
from payments.models import Payment, Refund
from payments.services.settle_payment import settle_payment
from paypal import endpoints
from tests.orders.api_calls import list_booking_ids, list_booking_statuses, pay_with_paypal
from tests.orders.discounted import build_case
from tests.orders.test_pricing import DISCOUNTED
from tests.payments.refund_calls import list_refunded_amounts, post_refund, post_refund_preview
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order


@pytest.fixture
def paid(as_visitor, paypal):
    """Two seats at $12.00 with a gift of $5.00: $32.60."""
    return create_paid_order(paypal, as_visitor, OccurrenceFactory(), gift=5)


def buy_case(name, client, user, paypal, settings):
    case = next(each for each in DISCOUNTED if each["name"].startswith(f"{name}:"))
    order = client.post("/api/orders", build_case(case, user, settings), format="json").json()
    return pay_with_paypal(paypal, client, order)


def list_refunds():
    return list(Refund.objects.values_list("amount", "of_gift"))


@pytest.mark.parametrize(
    ("name", "places", "amounts"), [("A", [0, 0], ["11.39", "11.38"]), ("C", [1, 0], ["6.42", "10.26"])]
)
def test_the_shared_cases_give_back_each_seat_and_leave_the_gift(
    as_admin, as_visitor, visitor, paypal, settings, name, places, amounts
):
    order = buy_case(name, as_visitor, visitor, paypal, settings)

    for place in places:
        order = post_refund(as_admin, order, seats={list_booking_ids(order)[place]: 1}).json()

    assert list_refunded_amounts(paypal) == amounts
    assert order["refundedPrice"] == float(sum(map(Decimal, amounts)))
    assert order["status"] == ("partly_refunded" if order.get("giftPrice") else "refunded")
    assert set(list_booking_statuses(order)) == {"refunded"}


def test_staff_refund_the_gift_alone(as_admin, paypal, paid):
    assert post_refund_preview(as_admin, paid, gift=True).json()["amount"] == 5.0

    order = post_refund(as_admin, paid, gift=True).json()

    assert list_refunds() == [(5, 5)]
    assert [(refund["amount"], refund["giftPrice"]) for refund in order["refunds"]] == [(5.0, 5.0)]
    assert (order["status"], list_booking_statuses(order)) == ("partly_refunded", ["confirmed"])


def test_a_gift_is_refunded_once(as_admin, paid):
    post_refund(as_admin, paid, gift=True)

    answer = post_refund(as_admin, paid, gift=True)

    assert (answer.status_code, answer.json()["code"]) == (409, "not_refundable")


def test_refunding_all_that_is_left_includes_the_gift(as_admin, paypal, paid):
    post_refund(as_admin, paid, seats={list_booking_ids(paid)[0]: 1})
    assert post_refund_preview(as_admin, paid).json()["amount"] == 18.8

    order = post_refund(as_admin, paid).json()

    assert list_refunds() == [(Decimal("13.80"), 0), (Decimal("18.80"), 5)]
    assert (order["status"], order["refundedPrice"]) == ("refunded", 32.6)


@pytest.mark.parametrize(("amount", "gift"), [("27.60", 0), ("28.60", 1), ("32.60", 5)])
def test_an_amount_is_taken_from_the_seats_before_the_gift(as_admin, paid, amount, gift):
    post_refund(as_admin, paid, amount=amount)

    assert list_refunds() == [(Decimal(amount), gift)]


def test_an_amount_and_the_gift_are_not_refunded_in_one_call(as_admin, paid):
    answer = post_refund(as_admin, paid, gift=True, amount="3.00")

    assert answer.status_code == 400
    assert "gift" in answer.json()["errors"]


def test_a_refund_of_everything_at_paypal_includes_the_gift(paypal, paid):
    (capture,) = paypal.captures()
    paypal.control(f"captures/{capture['id']}/refund", amount="32.60")
    payment = Payment.objects.get()
    settle_payment(payment_id=payment.pk, paypal_order=endpoints.get_order(payment.paypal_order_id))

    assert list_refunds() == [(Decimal("32.60"), 5)]
    assert Order.objects.get().status == "refunded"
