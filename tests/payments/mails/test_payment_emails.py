"""Emails about refunds and payments that were not accepted."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking
from orders.models import Order
from payments.services.reconcile_payments import reconcile_payments
from payments.services.settle_payment import settle_paypal_order
from tests.orders.api_calls import approve_payment, create_order, list_booking_ids, pay
from tests.orders.event_dates import FRIDAY, create_date
from tests.support.messages import delivered, html_of
from tests.support.paid_orders import create_paid_order


def post_and_deliver_refund(as_admin, order, **asked):
    answer = as_admin.post(f"/api/orders/{order['_id']}/refund", {"reason": "The cook is ill."} | asked, format="json")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_refund_email_has_the_seats_the_amount_and_the_reason(as_visitor, as_admin, paypal):
    order = create_paid_order(paypal, as_visitor, create_date(), create_date("Trade Table", days=1))
    post_and_deliver_refund(as_admin, order, lines=list_booking_ids(order)[:1])

    (message,) = delivered("order_refunded")

    assert message.to == ["ana@example.com"]
    assert message.subject == f"Your refund of $27.60 ({order['number']}) – Cards for a Cause"
    for text in (message.body, html_of(message)):
        for word in (
            "$27.60",
            "Reason: The cook is ill.",
            "Friday Draft",
            FRIDAY,
            "You keep",
            order["number"],
        ):
            assert word in text
        assert "Trade Table" not in text


def test_emails_have_the_currency_that_paypal_refunded(as_visitor, paypal):
    """PayPal took euros: for an order that is in review because of that, and once more for one that was paid."""
    euros = {"currency_code": "EUR", "value": "20.00"}
    wrong = create_order(as_visitor, create_date())
    paypal_order_id = approve_payment(paypal, as_visitor, wrong)
    paypal.fault("capture", "wrong_currency", currency="EUR")
    assert pay(as_visitor, wrong, paypal_order_id).json()["status"] == "review"
    paypal.change_capture("refund", amount=euros)
    settle_paypal_order(paypal_order_id=paypal_order_id)
    paid = create_paid_order(paypal, as_visitor, create_date())
    second = paypal.control("orders", amount=euros, custom_id=paid["_id"], payee={"merchant_id": "SIMMERCHANT01"})["id"]
    paypal.approve(second)
    paypal.control(f"orders/{second}/capture")
    assert pay(as_visitor, paid, second).json()["status"] == "paid"

    for kind in ("order_refunded", "second_payment_returned"):
        (message,) = delivered(kind)
        assert "20.00 EUR" in message.body
        assert "$20.00" not in message.body


def test_the_refund_email_of_free_seats_mentions_no_money(as_visitor, as_admin):
    order = create_order(as_visitor, create_date(price="0"))
    post_and_deliver_refund(as_admin, order)

    (message,) = delivered("order_refunded")

    assert message.subject == f"Your seats were canceled ({order['number']}) – Cards for a Cause"
    assert "nothing to refund" in message.body
    assert "The whole order is canceled." in message.body
    assert "refunded" not in message.body


@pytest.fixture(params=[1, 2])
def in_review(request, as_visitor, paypal):
    """An order of one or two seats."""
    order = create_order(as_visitor, create_date(), seats=request.param)
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    paypal.fault("capture", "pending", times=1)
    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "review"
    return order


def reconcile_later() -> None:
    """Reconcile like upkeep, once the call is old enough."""
    Order.objects.get().payments.update(capture_key_at=timezone.now() - timedelta(minutes=5))
    reconcile_payments()


def count_seats(one: str, several: str) -> str:
    return one if Booking.objects.get().seats == 1 else several


def test_a_payment_in_review_causes_one_email(in_review, paypal):
    reconcile_later()

    (message,) = delivered()

    assert message.subject == f"Your payment is being checked ({in_review['number']}) – Cards for a Cause"
    seats = count_seats("We hold your seat in the meantime", "We hold your seats")
    for word in (f"${in_review['totalPrice']:.2f}", seats, "Please don't pay again", "Friday Draft"):
        assert word in message.body


def test_a_denied_payment_causes_an_email_about_the_seats(in_review, paypal):
    paypal.change_capture("deny")
    reconcile_later()

    (message,) = delivered("payment_denied")

    assert Order.objects.get().status == Order.Status.CANCELLED
    assert message.subject == f"Your payment did not go through ({in_review['number']}) – Cards for a Cause"
    seats = count_seats("the seat is on sale again", "the seats are on sale again")
    for word in ("Nothing was charged", seats, "Friday Draft"):
        assert word in message.body


def test_a_denied_payment_causes_no_email_once_another_one_has_paid(as_visitor, in_review, paypal):
    paypal.change_capture("deny")
    reconcile_later()
    amount = {"currency_code": "USD", "value": f"{in_review['totalPrice']:.2f}"}
    payee = {"merchant_id": "SIMMERCHANT01"}
    second = paypal.control("orders", amount=amount, custom_id=in_review["_id"], payee=payee)["id"]
    paypal.approve(second)
    paypal.control(f"orders/{second}/capture")

    assert pay(as_visitor, in_review, second).json()["status"] == "paid"
    assert delivered("payment_denied") == []
    assert len(delivered("order_paid")) == 1
