"""After a declined payment, its late webhooks don't affect the buyer's second attempt."""

import pytest

from bookings.models import Booking
from charityshop.models import OutgoingMail
from orders.models import Order, Payment
from payments.services.settle_payment import settle_payment
from paypal import endpoints
from tests.orders.api_calls import create_order, create_paypal_order, pay
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db


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
    paypal_order_id = create_paypal_order(client, order)
    paypal.approve(paypal_order_id)
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
    emails_before = OutgoingMail.objects.count()

    settle_late(declined)

    assert Order.objects.get().status == "review"
    assert Booking.objects.get().status == "pending"
    assert OutgoingMail.objects.count() == emails_before


def test_a_late_outcome_of_the_first_payment_does_not_end_the_capture_of_the_second(
    as_visitor, paypal, order, declined
):
    paypal.fault("capture", "error_500_before", times=20)
    assert try_to_pay(as_visitor, paypal, order).json()["status"] == "capturing"

    settle_late(declined)

    assert Order.objects.get().status == "capturing"
