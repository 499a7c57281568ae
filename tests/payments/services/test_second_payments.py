"""Two PayPal orders for one order, from two browser windows."""

import pytest
from django.core.management import call_command

from bookings.models import Booking
from orders.models import Order
from outbox.models import Outgoing
from payments.models import Payment
from payments.services.settle_payment import settle_payment
from paypal import endpoints
from tests.orders.api_calls import approve_payment, create_order, create_paypal_order, get_order, pay
from tests.support.factories import OccurrenceFactory


@pytest.fixture
def two_windows(as_visitor, paypal):
    """An order with two approved PayPal orders, the second one created by a browser."""
    paypal.control("rules", unique_invoice_ids=False)
    order = create_order(as_visitor, OccurrenceFactory(event__price="20.00"))
    first = create_paypal_order(as_visitor, order)
    amount = f"{order['totalPrice']:.2f}"
    second = paypal.control(
        "orders", amount=amount, custom_id=order["_id"], invoice_id=order["_id"], payee={"merchant_id": "SIMMERCHANT01"}
    )["id"]
    paypal.approve(first)
    paypal.approve(second)
    return order, first, second


def get_capture(paypal, paypal_order_id):
    rows = paypal.captures()
    return next(row["id"] for row in rows if row["supplementary_data"]["related_ids"]["order_id"] == paypal_order_id)


@pytest.fixture
def both_pending(as_visitor, paypal, two_windows):
    order, first, second = two_windows
    paypal.fault("capture", "pending", times=1)
    assert pay(as_visitor, order, first).json()["status"] == "review"
    paypal.fault("capture", "pending", times=1)
    endpoints.capture_order(second, key="from-the-other-window")
    assert pay(as_visitor, order, second).json()["status"] == "review"
    paypal.deliver_webhooks()
    return order, first, second


def test_of_two_pending_captures_the_second_is_refunded(as_visitor, paypal, both_pending):
    order, first, second = both_pending
    assert get_order(as_visitor, order)["status"] == "review"

    for paypal_order_id in (first, second):  # each is reported before the next one
        paypal.control(f"captures/{get_capture(paypal, paypal_order_id)}/complete")
        paypal.deliver_webhooks()
    call_command("upkeep")

    assert get_order(as_visitor, order)["status"] == "paid"
    assert [row["amount"]["value"] for row in paypal.refunds()] == ["46.00"]
    assert Payment.objects.get(paypal_order_id=second).is_extra
    assert Booking.objects.get().status == Booking.Status.CONFIRMED


def test_the_second_pending_capture_pays_if_the_first_is_denied(as_visitor, paypal, both_pending):
    order, first, second = both_pending

    paypal.control(f"captures/{get_capture(paypal, first)}/deny")
    paypal.deliver_webhooks()
    assert get_order(as_visitor, order)["status"] == "review"
    paypal.control(f"captures/{get_capture(paypal, second)}/complete")
    paypal.deliver_webhooks()

    assert get_order(as_visitor, order)["status"] == "paid"
    assert paypal.refunds() == []


@pytest.mark.parametrize("first_ends", ["deny", "complete"])
def test_the_second_pending_capture_pays_if_it_completes_before_the_first_has_ended(
    as_visitor, paypal, both_pending, first_ends
):
    order, first, second = both_pending

    paypal.control(f"captures/{get_capture(paypal, second)}/complete")
    paypal.deliver_webhooks()
    assert get_order(as_visitor, order)["status"] == "paid"
    assert paypal.refunds() == []
    paypal.control(f"captures/{get_capture(paypal, first)}/{first_ends}")
    paypal.deliver_webhooks()

    assert get_order(as_visitor, order)["status"] == "paid"
    assert len(paypal.refunds()) == (1 if first_ends == "complete" else 0)
    assert not Payment.objects.get(paypal_order_id=second).is_extra
    assert Booking.objects.get().status == Booking.Status.CONFIRMED


def test_a_payment_from_a_second_window_for_a_paid_order_is_refunded(as_visitor, paypal, two_windows):
    order, first, second = two_windows
    assert pay(as_visitor, order, first).json()["status"] == "paid"
    endpoints.capture_order(second, key="from-the-other-window")

    answer = pay(as_visitor, order, second)

    assert (answer.status_code, answer.json()["status"]) == (200, "paid")
    assert [row["amount"]["value"] for row in paypal.refunds()] == ["46.00"]


def test_an_uncaptured_second_payment_is_never_captured(as_visitor, paypal, two_windows):
    order, first, second = two_windows
    pay(as_visitor, order, first)

    assert pay(as_visitor, order, second).json()["status"] == "paid"

    assert len(paypal.captures()) == 1


@pytest.fixture
def order(as_visitor):
    return create_order(as_visitor, OccurrenceFactory(event__maximum_event_capacity=2))


@pytest.fixture
def declined(as_visitor, paypal, order):
    """The first attempt's payment."""
    answer = try_to_pay(as_visitor, paypal, order, "declined_capture")
    assert answer.json()["code"] == "payment_declined"
    return Payment.objects.get()


def try_to_pay(client, paypal, order, fault=""):
    paypal_order_id = approve_payment(paypal, client, order)
    if fault:
        paypal.fault("capture", fault)
    return pay(client, order, paypal_order_id)


def settle_late(payment):
    """Settle a payment like a late webhook."""
    settle_payment(payment_id=payment.pk, paypal_order=endpoints.get_order(payment.paypal_order_id))


@pytest.mark.parametrize("fault", ["pending", "wrong_amount"])
def test_a_late_outcome_of_the_first_payment_does_not_end_the_review_of_the_second(
    as_visitor, paypal, order, declined, fault
):
    assert try_to_pay(as_visitor, paypal, order, fault).json()["status"] == "review"
    emails_before = Outgoing.objects.count()

    settle_late(declined)

    assert Order.objects.get().status == "review"
    assert Booking.objects.get().status == "pending"
    assert Outgoing.objects.count() == emails_before


def test_a_late_outcome_of_the_first_payment_does_not_end_the_capture_of_the_second(
    as_visitor, paypal, order, declined
):
    paypal.fault("capture", "error_500_before", times=20)
    assert try_to_pay(as_visitor, paypal, order).json()["status"] == "capturing"

    settle_late(declined)

    assert Order.objects.get().status == "capturing"
