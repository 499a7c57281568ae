"""Staff decisions: orders in review, unmatched payments and refused refunds."""

from decimal import Decimal

import pytest
from auditlog.models import LogEntry

from bookings.models import Booking
from orders.models import Order, Payment, Refund, UnmatchedPayment
from payments.reports.consistency_checks import list_violations
from payments.services.reconcile_payments import reconcile_payments
from payments.services.settle_payment import settle_payment
from paypal import endpoints
from tests.orders.api_calls import create_order, create_paypal_order, list_booking_statuses, pay, pay_with_paypal
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def date():
    return OccurrenceFactory(event__maximum_event_capacity=4, event__price="12.00")


def put_in_review(paypal, client, date, fault="wrong_amount", **more):
    """Pay an order with another amount, or with a pending capture."""
    order = create_order(client, date)
    paypal_order = create_paypal_order(client, order)
    paypal.approve(paypal_order)
    paypal.fault("capture", fault, **more)
    answer = pay(client, order, paypal_order)
    assert answer.json()["status"] == "review", answer.content
    return order


def decide(client, order, *, accept, reason="Looked at it."):
    body = {"accept": accept, "reason": reason}
    return client.post(f"/api/orders/{order['_id']}/decide", body, format="json")


def reconcile(order):
    """Settle like a webhook or upkeep."""
    payment = Payment.objects.get(order__public_id=order["_id"], is_extra=False)
    return settle_payment(payment_id=payment.pk, paypal_order=endpoints.get_order(payment.paypal_order_id))


# --- Reviews -------------------------------------------------------------------------------------------------------


def test_staff_accept_another_amount_and_the_order_is_paid(paypal, as_admin, as_visitor, admin, date):
    order = put_in_review(paypal, as_visitor, date, amount="20.00")

    answer = decide(as_admin, order, accept=True, reason="Friends of the house.")

    assert (answer.status_code, answer.json()["status"]) == (200, "paid")
    assert list_booking_statuses(answer.json()) == ["confirmed"]
    assert Order.objects.get().due_price == Decimal("20.00")
    entry = LogEntry.objects.get(additional_data__did="payment accepted")
    assert (entry.actor, entry.changes) == (admin, {"status": ["review", "paid"]})
    assert entry.additional_data["reason"] == "Friends of the house."


@pytest.mark.parametrize(("accept", "status", "back"), [(True, "partly_refunded", 2.0), (False, "refunded", 20.0)])
def test_a_partial_refund_at_paypal_does_not_end_the_review(paypal, as_admin, as_visitor, date, accept, status, back):
    order = put_in_review(paypal, as_visitor, date, amount="20.00")
    (capture,) = paypal.captures()
    paypal.control(f"captures/{capture['id']}/refund", amount={"currency_code": "USD", "value": "2.00"})

    assert reconcile(order).status == "review"
    assert list_violations() == []

    answer = decide(as_admin, order, accept=accept)
    assert (answer.json()["status"], answer.json()["refundedPrice"]) == (status, back)


def test_staff_refuse_a_payment_which_is_refunded_and_releases_the_seats(paypal, as_admin, as_visitor, admin, date):
    order = put_in_review(paypal, as_visitor, date, amount="20.00")

    answer = decide(as_admin, order, accept=False, reason="Far too little.")

    assert (answer.status_code, answer.json()["status"]) == (200, "refunded")
    assert list_booking_statuses(answer.json()) == ["cancelled"]
    assert [refund["amount"]["value"] for refund in paypal.refunds()] == ["20.00"]
    assert (Refund.objects.get().by, Refund.objects.get().reason) == (admin, "Far too little.")


def test_a_payment_in_another_currency_can_only_be_refused(paypal, as_admin, as_visitor, date):
    order = put_in_review(paypal, as_visitor, date, fault="wrong_currency", currency="EUR")

    assert decide(as_admin, order, accept=True).json()["code"] == "wrong_currency"
    assert decide(as_admin, order, accept=False).json()["status"] == "refunded"

    assert [refund["amount"]["currency_code"] for refund in paypal.refunds()] == ["EUR"]


def test_a_pending_payment_can_be_refused_but_not_accepted(paypal, as_admin, as_visitor, date):
    order = put_in_review(paypal, as_visitor, date, fault="pending")

    assert decide(as_admin, order, accept=True).json()["code"] == "not_captured"
    answer = decide(as_admin, order, accept=False)

    assert (answer.json()["status"], list_booking_statuses(answer.json())) == ("refund_due", ["cancelled"])
    assert paypal.refunds() == []


def test_a_payment_whose_seats_were_sold_cannot_be_accepted(paypal, as_admin, as_visitor, date):
    order = put_in_review(paypal, as_visitor, date, amount="20.00")
    Booking.objects.update(status=Booking.Status.CANCELLED)  # like after a late payment
    others = BookingFactory(occurrence=date, seats=3)

    assert decide(as_admin, order, accept=True).json()["code"] == "sold_out"
    assert Order.objects.get().status == "review"
    others.delete()
    assert decide(as_admin, order, accept=True).json()["status"] == "paid"


def test_after_a_crash_upkeep_sends_the_refund_of_a_refused_payment(paypal, as_admin, as_visitor, date, monkeypatch):
    order = put_in_review(paypal, as_visitor, date, amount="20.00")
    with monkeypatch.context() as power_cut:
        power_cut.setattr("payments.services.review_payment.push_refunds_due", lambda **_: None)
        assert decide(as_admin, order, accept=False).json()["status"] == "refund_due"
    Refund.objects.update(created_at=in_days(-1))

    reconcile_payments()

    assert Order.objects.get().status == "refunded"


def test_only_orders_in_review_can_be_decided_and_only_once(paypal, as_admin, as_visitor, date):
    held = create_order(as_visitor, date)
    assert decide(as_admin, held, accept=True).json()["code"] == "not_in_review"

    order = pay_with_paypal(paypal, as_visitor, held)
    for accept in (True, False):
        assert decide(as_admin, order, accept=accept).status_code == 409
    assert Order.objects.get().status == "paid"


# --- Refused refunds -----------------------------------------------------------------------------------------------


def test_a_refused_refund_that_is_due_is_requested_again_with_a_new_key(paypal, as_admin, as_visitor, date):
    order = put_in_review(paypal, as_visitor, date, amount="20.00")
    paypal.fault("refund", "unprocessable")
    assert decide(as_admin, order, accept=False).json()["status"] == "refund_due"

    again = as_admin.post(f"/api/orders/{order['_id']}/refund-again", {"reason": "Once more."}, format="json")

    assert again.json()["status"] == "refunded"
    failed, done = Refund.objects.order_by("pk")
    assert (failed.status, done.status) == ("failed", "completed")
    assert failed.request_key != done.request_key


# --- Unmatched payments --------------------------------------------------------------------------------------------


@pytest.fixture
def unmatched(paypal):
    reference, breakdown = "f" * 24, {"item_total": Decimal("9.00")}
    made = endpoints.create_order(reference=reference, amount=Decimal("9.00"), breakdown=breakdown, key="make")
    paypal.approve(made.id)
    capture = endpoints.capture_order(made.id, key="take").capture
    return UnmatchedPayment.objects.create(
        capture_id=capture.id, paypal_order_id=made.id, amount="9.00", currency="USD", request_key="back"
    )


def post_unmatched_refund(client, payment, reason="Nobody's."):
    return client.post(f"/api/payments/unmatched/{payment.capture_id}/refund", {"reason": reason}, format="json")


def test_an_unmatched_payment_is_refunded_once(paypal, as_admin, admin, unmatched):
    answers = [post_unmatched_refund(as_admin, unmatched) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json()["_id"] == unmatched.capture_id
    assert answers[0].json()["refundedAt"] == answers[1].json()["refundedAt"] is not None
    assert [refund["amount"]["value"] for refund in paypal.refunds()] == ["9.00"]
    entries = LogEntry.objects.filter(object_id=unmatched.pk).order_by("pk")
    assert [(entry.additional_data["did"], entry.actor) for entry in entries] == [
        ("refund requested", admin),
        ("refund completed", None),
    ]


def test_after_a_lost_response_upkeep_retries_with_the_same_key(paypal, as_admin, unmatched):
    paypal.fault("refund", "timeout_after", times=2)

    assert post_unmatched_refund(as_admin, unmatched).json()["refundedAt"] is None
    reconcile_payments()

    unmatched.refresh_from_db()
    assert unmatched.refunded_at is not None
    assert len(paypal.refunds()) == 1


def test_a_partial_refund_of_an_unmatched_payment_alerts_staff(paypal, as_admin, unmatched):
    paypal.fault("refund", "wrong_amount", amount="2.00")

    answer = as_admin.post(f"/api/payments/unmatched/{unmatched.capture_id}/refund", {"reason": "x"}, format="json")

    assert answer.json()["refundedAt"]
    (item,) = as_admin.get("/api/orders/attention").json()
    assert (item["kind"], item["amount"]) == ("alert", 2.0)
    assert f"all {unmatched.amount} USD of payment {unmatched.capture_id}" in item["message"]


def test_a_refused_refund_gets_a_new_key_and_can_be_tried_again(paypal, as_admin, unmatched):
    paypal.fault("refund", "unprocessable")

    refused = post_unmatched_refund(as_admin, unmatched)

    assert (refused.status_code, refused.json()["code"]) == (409, "refund_refused")
    unmatched.refresh_from_db()
    assert unmatched.request_key != "back"
    assert unmatched.last_problem
    assert post_unmatched_refund(as_admin, unmatched).json()["refundedAt"] is not None
