"""After a crash, a lost connection or a slow PayPal, upkeep settles every payment."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking
from orders.models import Order, Payment
from payments.reports.consistency_checks import list_violations
from payments.services.reconcile_payments import expire_holds, reconcile_payments
from paypal import endpoints
from tests.orders.api_calls import create_order, create_paypal_order
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db(transaction=True)

A_WHILE_AGO = timedelta(minutes=5)


@pytest.fixture
def interrupted_capture(as_visitor, paypal):
    """A capture whose process was killed after storing the key; `captured` tells whether PayPal was called before."""

    def interrupt(*, captured: bool) -> str:
        order = create_order(as_visitor, OccurrenceFactory(event__maximum_event_capacity=2))
        paypal_order_id = create_paypal_order(as_visitor, order)
        paypal.approve(paypal_order_id)
        Order.objects.update(status=Order.Status.CAPTURING, held_until=None)
        Booking.objects.update(held_until=None)
        Payment.objects.update(
            status=Payment.Status.CAPTURING, capture_key="stored", capture_key_at=timezone.now() - A_WHILE_AGO
        )
        if captured:
            endpoints.capture_order(paypal_order_id, key="stored")
        return order["_id"]

    return interrupt


def test_while_paypal_is_unavailable_the_seats_stay_held_and_nothing_is_settled(interrupted_capture, paypal):
    interrupted_capture(captured=False)
    paypal.fault("capture", "error_500_before", times=9)
    paypal.fault("get", "error_500_before", times=9)

    reconcile_payments()
    expire_holds()

    assert Order.objects.get().status == Order.Status.CAPTURING
    assert Booking.objects.taken(timezone.now() + timedelta(days=1)).exists()


def test_an_expired_key_is_not_used_again(interrupted_capture, paypal):
    interrupted_capture(captured=False)
    Payment.objects.update(capture_key_at=timezone.now() - timedelta(days=2))

    reconcile_payments()

    assert paypal.captures() == []
    assert Order.objects.get().status == Order.Status.HELD
    assert Payment.objects.get().status == Payment.Status.REFUSED


def test_with_an_expired_key_the_paypal_order_decides(interrupted_capture, paypal):
    interrupted_capture(captured=True)
    Payment.objects.update(capture_key_at=timezone.now() - timedelta(days=2))

    reconcile_payments()

    assert Order.objects.get().status == Order.Status.PAID


def test_a_recent_call_is_not_repeated(interrupted_capture, paypal):
    interrupted_capture(captured=False)
    Payment.objects.update(capture_key_at=timezone.now())

    reconcile_payments()

    assert paypal.captures() == []
    assert Order.objects.get().status == Order.Status.CAPTURING


def test_an_order_captured_with_another_paypal_order_is_paid_once(as_visitor, paypal):
    """PayPal refuses the second capture as a duplicate invoice, so the first one pays."""
    order = create_order(as_visitor, OccurrenceFactory())
    first = create_paypal_order(as_visitor, order)
    Payment.objects.update(created_at=timezone.now() - timedelta(hours=3))
    second = create_paypal_order(as_visitor, order)
    paypal.approve(first)
    paypal.approve(second)
    endpoints.capture_order(first, key="somebody-else")

    as_visitor.put(f"/api/orders/{order['_id']}/pay", {"id": second}, format="json")

    assert first != second
    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "paid"
    assert len(paypal.captures()) == 1
    assert list_violations() == []
