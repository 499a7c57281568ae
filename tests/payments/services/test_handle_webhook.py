"""PayPal's webhooks: verified by signature, and settled only from PayPal's API."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bookings.models import Booking
from orders.models import Order
from payments.models import WebhookEvent
from payments.reports.consistency_checks import list_violations
from paypal import endpoints
from tests.orders.api_calls import approve_payment, create_order, pay
from tests.support.factories import OccurrenceFactory


@pytest.fixture
def approved(as_visitor, paypal):
    """An order with a payment that its buyer has approved: (order, PayPal order ID)."""
    order = create_order(as_visitor, OccurrenceFactory(event__maximum_event_capacity=2))
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    return order, paypal_order_id


def capture_at_paypal(paypal, paypal_order_id: str, key: str) -> None:
    """Capture at PayPal like a process that crashed right after the call."""
    endpoints.capture_order(paypal_order_id, key=key)


def test_a_payment_after_the_hold_expired_buys_the_seats_if_they_are_free(as_visitor, paypal, approved):
    order, paypal_order_id = approved
    expire_all_holds()
    capture_at_paypal(paypal, paypal_order_id, "from-elsewhere")

    paypal.deliver_webhooks()

    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "paid"
    assert list_violations() == []


def expire_all_holds() -> None:
    past = timezone.now() - timedelta(minutes=1)
    Order.objects.update(held_until=past)
    Booking.objects.update(held_until=past)


def test_a_webhook_about_a_capture_that_is_recorded_asks_paypal_nothing(as_visitor, paypal, approved):
    order, paypal_order_id = approved
    pay(as_visitor, order, paypal_order_id)
    lookups = paypal.state()["counts"]["get"]

    paypal.deliver_webhooks()

    assert WebhookEvent.objects.get(event_type="PAYMENT.CAPTURE.COMPLETED").settled_at
    approvals = WebhookEvent.objects.filter(event_type="CHECKOUT.ORDER.APPROVED").count()
    assert paypal.state()["counts"]["get"] == lookups + approvals
