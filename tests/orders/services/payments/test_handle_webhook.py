"""PayPal's messages: believed only by signature, settled only from what PayPal's API shows."""

import time
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from bookings.models import Booking
from orders import paypal as paypal_client
from orders.models import Order, Payment, UnmatchedPayment, WebhookEvent
from orders.reports.consistency_checks import list_violations
from paypal_simulator.server import serve
from tests.orders.api_calls import create_order, create_paypal_order, pay
from tests.orders.conftest import PayPal
from tests.support.factories import BookingFactory, OccurrenceFactory

pytestmark = pytest.mark.django_db(transaction=True)


class TalkingPayPal(PayPal):
    """A simulator whose messages to the shop wait until the test lets them go."""

    def let_go(self) -> None:
        """Every message has been delivered, or refused, when this returns."""
        self.control("webhooks/hold", held=False)
        deadline = time.monotonic() + 10
        while any(event["status"] == "pending" for event in self.state()["webhooks"]):
            assert time.monotonic() < deadline, self.state()["webhooks"]
            time.sleep(0.02)

    def messages(self, event_type: str) -> list[dict]:
        return [event for event in self.state()["webhooks"] if event["event"]["event_type"] == event_type]


@pytest.fixture
def talking_paypal(live_server, settings):
    with serve(webhook_url=f"{live_server.url}/api/webhooks/paypal", webhook_attempts=1, hold_seconds=1.0) as running:
        settings.PAYPAL_API_URL = settings.PAYPAL_SIMULATOR_URL = running.url
        settings.PAYPAL_TIMEOUT = 2
        paypal = TalkingPayPal(running)
        paypal.control("webhooks/hold", held=True)
        yield paypal


@pytest.fixture
def approved(as_visitor, talking_paypal):
    """An order whose buyer has approved the payment at PayPal: (order, PayPal's id)."""
    order = create_order(as_visitor, OccurrenceFactory(event__maximum_event_capacity=2))
    paypal_order_id = create_paypal_order(as_visitor, order)
    talking_paypal.approve(paypal_order_id)
    return order, paypal_order_id


def test_a_capture_whose_answers_were_all_lost_is_settled_by_the_message(as_visitor, talking_paypal, approved):
    order, _ = approved
    lost = Payment.objects.get()
    Order.objects.update(status=Order.Status.CAPTURING, held_until=None)
    Booking.objects.update(held_until=None)
    Payment.objects.update(status=Payment.Status.CAPTURING, capture_key="stored-before-the-crash")
    capture_at_paypal(talking_paypal, lost.paypal_order_id, "stored-before-the-crash")

    talking_paypal.let_go()

    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "paid"
    assert len(talking_paypal.captures()) == 1
    assert list_violations() == []


def capture_at_paypal(paypal, paypal_order_id: str, key: str) -> None:
    """What a worker that was killed right after the call has done."""
    paypal_client.capture_order(paypal_order_id, key=key)


def test_a_message_that_comes_again_settles_nothing_twice(as_visitor, talking_paypal, approved):
    order, paypal_order_id = approved
    pay(as_visitor, order, paypal_order_id)
    talking_paypal.let_go()
    (message,) = talking_paypal.messages("PAYMENT.CAPTURE.COMPLETED")

    talking_paypal.control(f"webhooks/{message['id']}/redeliver", times=3)

    assert WebhookEvent.objects.filter(event_id=message["id"]).count() == 1
    assert Payment.objects.filter(status=Payment.Status.COMPLETED).count() == 1
    assert list_violations() == []


@pytest.mark.parametrize("tamper", ["signature", "body"])
def test_a_forged_message_is_refused_and_not_stored(as_visitor, talking_paypal, approved, tamper):
    order, paypal_order_id = approved
    pay(as_visitor, order, paypal_order_id)
    (message,) = talking_paypal.messages("PAYMENT.CAPTURE.COMPLETED")

    talking_paypal.control(f"webhooks/{message['id']}/redeliver", tamper=tamper)

    assert not WebhookEvent.objects.exists()


def test_a_message_nobody_signed_is_refused(as_nobody, talking_paypal):
    answer = as_nobody.post("/api/webhooks/paypal", {"id": "WH-1", "event_type": "PAYMENT.CAPTURE.COMPLETED"})

    assert answer.status_code == 415
    answer = as_nobody.post("/api/webhooks/paypal", {"id": "WH-1", "event_type": "X", "resource": {}}, format="json")
    assert answer.status_code == 400
    assert answer.json()["code"] == "forged"
    assert not WebhookEvent.objects.exists()


def test_money_that_comes_after_the_hold_buys_the_seats_while_they_are_free(as_visitor, talking_paypal, approved):
    order, paypal_order_id = approved
    let_the_hold_lapse()
    capture_at_paypal(talking_paypal, paypal_order_id, "from-elsewhere")

    talking_paypal.let_go()

    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "paid"
    assert list_violations() == []


def test_money_that_comes_after_the_seats_were_sold_goes_back_by_itself(as_visitor, talking_paypal, approved):
    order, paypal_order_id = approved
    let_the_hold_lapse()
    BookingFactory(occurrence=Booking.objects.get().occurrence, seats=2)
    capture_at_paypal(talking_paypal, paypal_order_id, "from-elsewhere")

    talking_paypal.let_go()

    shown = as_visitor.get(f"/api/orders/{order['_id']}").json()
    assert shown["status"] == "refunded"
    assert shown["refundedPrice"] == shown["totalPrice"]
    assert [refund["amount"]["value"] for refund in talking_paypal.refunds()] == ["27.60"]
    assert list_violations() == []


def let_the_hold_lapse() -> None:
    past = timezone.now() - timedelta(minutes=1)
    Order.objects.update(held_until=past)
    Booking.objects.update(held_until=past)


def test_a_pending_payment_that_paypal_completes_makes_the_order_paid(as_visitor, talking_paypal, approved):
    order, paypal_order_id = approved
    talking_paypal.fault("capture", "pending", times=1)
    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "review"
    talking_paypal.control(f"captures/{talking_paypal.captures()[0]['id']}/complete")

    talking_paypal.let_go()

    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "paid"


def test_a_pending_payment_that_paypal_denies_ends_the_order_and_frees_the_seats(as_visitor, talking_paypal, approved):
    order, paypal_order_id = approved
    talking_paypal.fault("capture", "pending", times=1)
    pay(as_visitor, order, paypal_order_id)
    talking_paypal.control(f"captures/{talking_paypal.captures()[0]['id']}/deny")

    talking_paypal.let_go()

    assert as_visitor.get(f"/api/orders/{order['_id']}").json()["status"] == "cancelled"
    assert Booking.objects.get().status == Booking.Status.CANCELLED
    assert list_violations() == []


def test_money_refunded_at_paypal_is_written_down_and_its_seats_go_back_on_sale(as_visitor, talking_paypal, approved):
    order, paypal_order_id = approved
    pay(as_visitor, order, paypal_order_id)
    talking_paypal.control(f"captures/{talking_paypal.captures()[0]['id']}/refund")

    talking_paypal.let_go()

    shown = as_visitor.get(f"/api/orders/{order['_id']}").json()
    assert shown["status"] == "refunded"
    assert Booking.objects.get().status == Booking.Status.REFUNDED
    assert list_violations() == []


def test_money_that_no_order_claims_waits_for_a_person(talking_paypal, db):
    shown = paypal_client.create_order(
        reference="0" * 24, amount=Decimal("5.00"), breakdown={"item_total": Decimal("5.00")}, key="not-ours"
    )
    talking_paypal.approve(shown.id)
    paypal_client.capture_order(shown.id, key="not-ours-either")

    talking_paypal.let_go()

    waiting = UnmatchedPayment.objects.get()
    assert (waiting.amount, waiting.currency) == (Decimal("5.00"), "USD")
    assert list_violations() == []
