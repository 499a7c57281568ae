"""Two PayPal orders for one order of ours, from two windows."""

import pytest
from django.core.management import call_command

from bookings.models import Booking
from orders import paypal as paypal_client
from orders.models import Payment
from tests.orders.api_calls import create_order, create_paypal_order, pay
from tests.orders.services.payments.test_handle_webhook import talking_paypal
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["talking_paypal"]


@pytest.fixture
def two_windows(as_visitor, talking_paypal):
    """An order with two PayPal orders that its buyer approved, the second one made by a browser."""
    talking_paypal.control("rules", unique_invoice_ids=False)
    order = create_order(as_visitor, OccurrenceFactory(event__price="20.00"))
    first = create_paypal_order(as_visitor, order)
    amount = f"{order['totalPrice']:.2f}"
    second = talking_paypal.control(
        "orders", amount=amount, custom_id=order["_id"], invoice_id=order["_id"], payee={"merchant_id": "SIMMERCHANT01"}
    )["id"]
    talking_paypal.approve(first)
    talking_paypal.approve(second)
    return order, first, second


def capture_pending(paypal, paypal_order_id):
    paypal.fault("capture", "pending", times=1)
    paypal_client.capture_order(paypal_order_id, key="from-the-other-window")


def capture_of(paypal, paypal_order_id):
    rows = paypal.captures()
    return next(row["id"] for row in rows if row["supplementary_data"]["related_ids"]["order_id"] == paypal_order_id)


def status_of(client, order):
    return client.get(f"/api/orders/{order['_id']}").json()["status"]


@pytest.fixture
def both_pending(as_visitor, talking_paypal, two_windows):
    order, first, second = two_windows
    talking_paypal.fault("capture", "pending", times=1)
    assert pay(as_visitor, order, first).json()["status"] == "review"
    capture_pending(talking_paypal, second)
    assert pay(as_visitor, order, second).json()["status"] == "review"
    talking_paypal.let_go()
    return order, first, second


def test_a_second_pending_capture_is_no_error_and_the_surplus_is_refunded(as_visitor, talking_paypal, both_pending):
    order, first, second = both_pending
    assert status_of(as_visitor, order) == "review"

    for paypal_order_id in (first, second):  # each is told before the next one happens
        talking_paypal.control(f"captures/{capture_of(talking_paypal, paypal_order_id)}/complete")
        talking_paypal.let_go()
    call_command("upkeep")

    assert status_of(as_visitor, order) == "paid"
    assert [row["amount"]["value"] for row in talking_paypal.refunds()] == ["46.00"]
    assert Payment.objects.get(paypal_order_id=second).is_extra
    assert Booking.objects.get().status == Booking.Status.CONFIRMED


def test_the_second_pending_capture_pays_if_the_first_is_denied(as_visitor, talking_paypal, both_pending):
    order, first, second = both_pending

    talking_paypal.control(f"captures/{capture_of(talking_paypal, first)}/deny")
    talking_paypal.let_go()
    assert status_of(as_visitor, order) == "review"
    talking_paypal.control(f"captures/{capture_of(talking_paypal, second)}/complete")
    talking_paypal.let_go()

    assert status_of(as_visitor, order) == "paid"
    assert talking_paypal.refunds() == []


@pytest.mark.parametrize("first_ends", ["deny", "complete"])
def test_the_second_pending_capture_pays_if_it_completes_before_the_first_has_ended(
    as_visitor, talking_paypal, both_pending, first_ends
):
    order, first, second = both_pending

    talking_paypal.control(f"captures/{capture_of(talking_paypal, second)}/complete")
    talking_paypal.let_go()
    assert status_of(as_visitor, order) == "paid"
    assert talking_paypal.refunds() == []
    talking_paypal.control(f"captures/{capture_of(talking_paypal, first)}/{first_ends}")
    talking_paypal.let_go()

    assert status_of(as_visitor, order) == "paid"
    assert len(talking_paypal.refunds()) == (1 if first_ends == "complete" else 0)
    assert not Payment.objects.get(paypal_order_id=second).is_extra
    assert Booking.objects.get().status == Booking.Status.CONFIRMED


def test_a_second_capture_pays_if_it_completes_while_the_first_is_pending(as_visitor, talking_paypal, two_windows):
    order, first, second = two_windows
    talking_paypal.fault("capture", "pending", times=1)
    pay(as_visitor, order, first)
    paypal_client.capture_order(second, key="from-the-other-window")

    assert pay(as_visitor, order, second).json()["status"] == "paid"

    assert talking_paypal.refunds() == []


def test_a_payment_from_a_second_window_for_a_paid_order_is_refunded(as_visitor, talking_paypal, two_windows):
    order, first, second = two_windows
    assert pay(as_visitor, order, first).json()["status"] == "paid"
    paypal_client.capture_order(second, key="from-the-other-window")

    answer = pay(as_visitor, order, second)

    assert (answer.status_code, answer.json()["status"]) == (200, "paid")
    assert [row["amount"]["value"] for row in talking_paypal.refunds()] == ["46.00"]


def test_a_second_window_that_is_not_captured_is_never_captured(as_visitor, talking_paypal, two_windows):
    order, first, second = two_windows
    pay(as_visitor, order, first)

    assert pay(as_visitor, order, second).json()["status"] == "paid"

    assert len(talking_paypal.captures()) == 1
