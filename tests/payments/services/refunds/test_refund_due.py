"""Refunds that are due: the buyer, the email and staff see the right reason and amount."""

import pytest

from orders.models import Order, Payment, Refund
from payments.services.reconcile_payments import reconcile_payments
from payments.services.settle_payment import settle_payment
from paypal import endpoints
from tests.orders.api_calls import create_order, create_paypal_order, expire_hold, pay
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days
from tests.support.messages import delivered

pytestmark = pytest.mark.django_db(transaction=True)

WRONG_FOR_A_REFUSAL = "seats were gone"


@pytest.fixture
def date():
    return OccurrenceFactory(event__maximum_event_capacity=4, event__price="12.00")


def put_in_review(paypal, client, date, fault, **more):
    order = create_order(client, date)
    paypal_order = create_paypal_order(client, order)
    paypal.approve(paypal_order)
    paypal.fault("capture", fault, **more)
    assert pay(client, order, paypal_order).json()["status"] == "review"
    return order


def refuse(client, order):
    body = {"accept": False, "reason": "Only for our records."}
    return client.post(f"/api/orders/{order['_id']}/decide", body, format="json").json()


def get_refund_due(client, order):
    return client.get(f"/api/orders/{order['_id']}").json()["refundDue"]


def get_staff_message(client):
    (item,) = client.get("/api/orders/attention").json()
    return item["message"]


def pay_late(paypal, client, date):
    """Pay after the seats were sold, while PayPal refuses refunds at first."""
    order = create_order(client, date)
    paypal_order = create_paypal_order(client, order)
    expire_hold(order)
    BookingFactory(occurrence=date, seats=4)
    paypal.approve(paypal_order)
    endpoints.capture_order(paypal_order, key="from elsewhere")
    settle_payment(payment_id=Payment.objects.get().pk, paypal_order=endpoints.get_order(paypal_order))
    return order


def test_a_late_payment_is_refunded_because_the_seats_were_gone(paypal, as_visitor, as_admin, date):
    order = pay_late(paypal, as_visitor, date)

    assert get_refund_due(as_visitor, order) == {
        "because": "seats_gone",
        "step": "asked",
        "amount": 27.6,
        "currency": "USD",
    }
    assert get_staff_message(as_admin).startswith(
        "The seats were sold before the payment arrived. $27.60 is being refunded."
    )
    Refund.objects.update(created_at=in_days(-1))
    reconcile_payments()
    (message,) = delivered("late_money_returned")
    assert "we could not book these seats for you, so we refunded $27.60" in message.body
    assert "The seats were no longer available when your payment arrived." in message.body
    assert get_refund_due(as_visitor, order) is None


def test_a_refused_pending_payment_is_shown_as_not_captured(paypal, as_visitor, as_admin, date):
    order = put_in_review(paypal, as_visitor, date, "pending")

    refuse(as_admin, order)

    assert get_refund_due(as_visitor, order) == {
        "because": "refused",
        "step": "not_taken",
        "amount": 27.6,
        "currency": "USD",
    }
    assert get_staff_message(as_admin) == (
        "This payment was refused. PayPal is still checking it. If it completes, it is refunded automatically."
    )
    paypal.control(f"captures/{paypal.captures()[0]['id']}/complete")
    payment = Payment.objects.get()
    settle_payment(payment_id=payment.pk, paypal_order=endpoints.get_order(payment.paypal_order_id))
    Refund.objects.update(created_at=in_days(-1))
    reconcile_payments()
    assert Order.objects.get().status == "refunded"
    assert len(paypal.refunds()) == 1
    (message,) = delivered("refused_money_returned")
    assert WRONG_FOR_A_REFUSAL not in message.body
