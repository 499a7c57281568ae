"""PayPal's webhooks: verified by signature, and settled only from PayPal's API."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from bookings.models import Booking
from orders.models import Order, Payment, UnmatchedPayment, WebhookEvent
from payments.reports.consistency_checks import list_violations
from paypal import endpoints
from tests.orders.api_calls import approve_payment, create_order, pay
from tests.support.factories import BookingFactory, OccurrenceFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def approved(as_visitor, paypal_with_webhooks):
    """An order with a payment that its buyer has approved: (order, PayPal order ID)."""
    order = create_order(as_visitor, OccurrenceFactory(event__maximum_event_capacity=2))
    paypal_order_id = approve_payment(paypal_with_webhooks, as_visitor, order)
    return order, paypal_order_id


def test_a_capture_whose_responses_were_lost_is_settled_by_the_webhook(as_visitor, paypal_with_webhooks, approved):
    order, _ = approved
    lost = Payment.objects.get()
    Order.objects.update(status=Order.Status.CAPTURING, held_until=None)
    Booking.objects.update(held_until=None)
    Payment.objects.update(status=Payment.Status.CAPTURING, capture_key="stored-before-the-crash")
    capture_at_paypal(paypal_with_webhooks, lost.paypal_order_id, "stored-before-the-crash")

    paypal_with_webhooks.release_webhooks()

    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "paid"
    assert len(paypal_with_webhooks.captures()) == 1
    assert list_violations() == []


def capture_at_paypal(paypal, paypal_order_id: str, key: str) -> None:
    """Capture at PayPal like a process that crashed right after the call."""
    endpoints.capture_order(paypal_order_id, key=key)


def test_a_payment_after_the_hold_expired_buys_the_seats_if_they_are_free(as_visitor, paypal_with_webhooks, approved):
    order, paypal_order_id = approved
    expire_all_holds()
    capture_at_paypal(paypal_with_webhooks, paypal_order_id, "from-elsewhere")

    paypal_with_webhooks.release_webhooks()

    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "paid"
    assert list_violations() == []


def test_a_payment_after_the_seats_were_sold_is_refunded_automatically(as_visitor, paypal_with_webhooks, approved):
    order, paypal_order_id = approved
    expire_all_holds()
    BookingFactory(occurrence=Booking.objects.get().occurrence, seats=2)
    capture_at_paypal(paypal_with_webhooks, paypal_order_id, "from-elsewhere")

    paypal_with_webhooks.release_webhooks()

    shown = as_visitor.get(f"/api/orders/{order['_id']}").json()
    assert shown["status"] == "refunded"
    assert shown["refundedPrice"] == shown["totalPrice"]
    assert [refund["amount"]["value"] for refund in paypal_with_webhooks.refunds()] == ["27.60"]
    assert list_violations() == []


def expire_all_holds() -> None:
    past = timezone.now() - timedelta(minutes=1)
    Order.objects.update(held_until=past)
    Booking.objects.update(held_until=past)


def test_a_completed_pending_payment_pays_the_order(as_visitor, paypal_with_webhooks, approved):
    order, paypal_order_id = approved
    paypal_with_webhooks.fault("capture", "pending", times=1)
    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "review"
    paypal_with_webhooks.control(f"captures/{paypal_with_webhooks.captures()[0]['id']}/complete")

    paypal_with_webhooks.release_webhooks()

    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "paid"


def test_a_denied_pending_payment_ends_the_order_and_releases_the_seats(as_visitor, paypal_with_webhooks, approved):
    order, paypal_order_id = approved
    paypal_with_webhooks.fault("capture", "pending", times=1)
    pay(as_visitor, order, paypal_order_id)
    paypal_with_webhooks.control(f"captures/{paypal_with_webhooks.captures()[0]['id']}/deny")

    paypal_with_webhooks.release_webhooks()

    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "cancelled"
    assert Booking.objects.get().status == Booking.Status.CANCELLED
    assert list_violations() == []


def test_a_payment_without_an_order_is_listed_for_staff(paypal_with_webhooks, db):
    shown = endpoints.create_order(
        reference="0" * 24, amount=Decimal("5.00"), breakdown={"item_total": Decimal("5.00")}, key="not-ours"
    )
    paypal_with_webhooks.approve(shown.id)
    endpoints.capture_order(shown.id, key="not-ours-either")

    paypal_with_webhooks.release_webhooks()

    waiting = UnmatchedPayment.objects.get()
    assert (waiting.amount, waiting.currency) == (Decimal("5.00"), "USD")
    assert list_violations() == []


def test_a_repeated_webhook_settles_nothing_twice(as_visitor, paypal_with_webhooks, approved):
    order, paypal_order_id = approved
    pay(as_visitor, order, paypal_order_id)
    paypal_with_webhooks.release_webhooks()
    (message,) = paypal_with_webhooks.list_events("PAYMENT.CAPTURE.COMPLETED")

    paypal_with_webhooks.control(f"webhooks/{message['id']}/redeliver", times=3)

    assert WebhookEvent.objects.filter(event_id=message["id"]).count() == 1
    assert Payment.objects.filter(status=Payment.Status.COMPLETED).count() == 1
    assert list_violations() == []


def test_a_webhook_about_a_capture_that_is_recorded_asks_paypal_nothing(as_visitor, paypal_with_webhooks, approved):
    order, paypal_order_id = approved
    pay(as_visitor, order, paypal_order_id)
    lookups = paypal_with_webhooks.state()["counts"]["get"]

    paypal_with_webhooks.release_webhooks()

    assert WebhookEvent.objects.get(event_type="PAYMENT.CAPTURE.COMPLETED").settled_at
    approvals = WebhookEvent.objects.filter(event_type="CHECKOUT.ORDER.APPROVED").count()
    assert paypal_with_webhooks.state()["counts"]["get"] == lookups + approvals
