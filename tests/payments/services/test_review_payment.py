"""Money that staff decide about: other amounts, orders in review, unmatched payments and refused refunds."""

from decimal import Decimal

import pytest
from auditlog.models import LogEntry

from bookings.models import Booking
from events.models import Occurrence
from orders.models import Order
from payments.models import Payment, Refund
from payments.reports.consistency_checks import list_violations
from payments.services.reconcile_payments import reconcile_payments
from payments.services.settle_payment import settle_payment
from paypal import endpoints
from paypal.endpoints import capture_order
from tests.orders.api_calls import (
    approve_payment,
    create_order,
    create_paypal_order,
    expire_hold,
    get_order,
    list_attention,
    list_booking_statuses,
    pay,
    pay_with_paypal,
)
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days
from tests.support.messages import delivered


@pytest.fixture
def date():
    return OccurrenceFactory(event__maximum_event_capacity=4, event__price="12.00")


def put_in_review(paypal, client, date, fault="wrong_amount", **more):
    """Pay an order with another amount, or with a pending capture."""
    order = create_order(client, date)
    paypal_order = approve_payment(paypal, client, order)
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


def test_staff_accept_another_amount_and_the_order_is_paid(paypal, as_admin, as_visitor, admin, date):
    order = put_in_review(paypal, as_visitor, date, amount="20.00")

    answer = decide(as_admin, order, accept=True, reason="Friends of the house.")

    assert (answer.status_code, answer.json()["status"]) == (200, "paid")
    assert list_booking_statuses(answer.json()) == ["confirmed"]
    assert Order.objects.get().due_price == Decimal("20.00")
    entry = LogEntry.objects.get(additional_data__did="payment accepted")
    assert (entry.actor, entry.changes) == (admin, {"status": ["review", "paid"]})
    assert entry.additional_data["reason"] == "Friends of the house."


def test_seats_whose_payment_is_accepted_later_were_sold_when_the_money_came(paypal, as_admin, as_visitor, date):
    order = put_in_review(paypal, as_visitor, date, amount="20.00")
    Payment.objects.update(captured_at=in_days(-2))
    Occurrence.objects.update(starts_at=in_days(-1), ends_at=in_days(-1, hours=3))

    assert decide(as_admin, order, accept=True).json()["status"] == "paid"

    assert as_admin.get("/api/figures").json()["total"]["sold"] == 2


@pytest.mark.parametrize(("accept", "status", "back"), [(True, "partly_refunded", 2.0), (False, "refunded", 20.0)])
def test_a_partial_refund_at_paypal_does_not_end_the_review(paypal, as_admin, as_visitor, date, accept, status, back):
    order = put_in_review(paypal, as_visitor, date, amount="20.00")
    (capture,) = paypal.captures()
    paypal.control(f"captures/{capture['id']}/refund", amount="2.00")

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


def test_a_refused_refund_that_is_due_is_requested_again_with_a_new_key(paypal, as_admin, as_visitor, date):
    order = put_in_review(paypal, as_visitor, date, amount="20.00")
    paypal.fault("refund", "unprocessable")
    assert decide(as_admin, order, accept=False).json()["status"] == "refund_due"

    again = as_admin.post(f"/api/orders/{order['_id']}/refund-again", {"reason": "Once more."}, format="json")

    assert again.json()["status"] == "refunded"
    failed, done = Refund.objects.order_by("pk")
    assert (failed.status, done.status) == ("failed", "completed")
    assert failed.request_key != done.request_key


@pytest.fixture
def unmatched(paypal):
    reference, breakdown = "f" * 24, {"item_total": Decimal("9.00")}
    made = endpoints.create_order(reference=reference, amount=Decimal("9.00"), breakdown=breakdown, key="make")
    paypal.approve(made.id)
    capture = endpoints.capture_order(made.id, key="take").capture
    columns = {"paypal_order_id": made.id, "amount": capture.amount.value, "status": "completed"}
    return Payment.objects.create(capture_id=capture.id, **columns)


def post_unmatched_refund(client, payment):
    return client.post(f"/api/payments/unmatched/{payment.capture_id}/refund", {"reason": "Nobody's."}, format="json")


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
    Refund.objects.update(created_at=in_days(-1))
    reconcile_payments()

    assert unmatched.refunded_at is not None
    assert len(paypal.refunds()) == 1


def test_a_refund_of_less_than_an_unmatched_payment_alerts_staff_and_leaves_the_rest_on_their_list(
    paypal, as_admin, unmatched
):
    paypal.fault("refund", "wrong_amount", amount="2.00")

    answer = as_admin.post(f"/api/payments/unmatched/{unmatched.capture_id}/refund", {"reason": "x"}, format="json")

    shown = [answer.json()[name] for name in ("left", "isBeingRefunded", "refundedAt")]
    assert shown == [7.0, False, None]
    rest, alert = list_attention(as_admin)
    assert [(item["kind"], item["amount"]) for item in (rest, alert)] == [("unmatched", 7.0), ("alert", 2.0)]
    assert f"refund {unmatched.amount} USD of payment {unmatched.capture_id}" in alert["message"]
    assert post_unmatched_refund(as_admin, unmatched).json()["refundedAt"]


def test_a_refused_refund_gets_a_new_key_and_can_be_tried_again(paypal, as_admin, unmatched):
    paypal.fault("refund", "unprocessable")

    refused = post_unmatched_refund(as_admin, unmatched)

    assert (refused.status_code, refused.json()["code"]) == (409, "refund_refused")
    assert unmatched.refusal
    assert post_unmatched_refund(as_admin, unmatched).json()["refundedAt"] is not None
    failed, again = unmatched.refunds.all()
    assert (again.retry_of, again.request_key != failed.request_key) == (failed, True)


def test_money_of_an_order_is_refunded_there(paypal, as_admin, as_visitor):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))

    answer = post_unmatched_refund(as_admin, Payment.objects.get(order__public_id=order["_id"]))

    assert (answer.status_code, answer.json()["code"], paypal.refunds()) == (409, "matched", [])


@pytest.fixture
def two_seats():
    return OccurrenceFactory(event__maximum_event_capacity=2)


@pytest.fixture
def order(as_visitor, two_seats):
    return create_order(as_visitor, two_seats, seats=2)


@pytest.fixture
def capture_wrong_amount(as_visitor, paypal, order):
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    paypal.fault("capture", "wrong_amount", times=1)
    capture_order(paypal_order_id, key="not the shop's")
    return paypal_order_id


def booking():
    return Booking.objects.values_list("status", "held_until").get()


@pytest.mark.parametrize("end", ["", "expired", "cancelled"])
def test_available_seats_are_held_during_the_review(as_visitor, order, capture_wrong_amount, end):
    if end:
        end_order(as_visitor, order, end)

    assert pay(as_visitor, order, capture_wrong_amount).json()["status"] == "review"
    assert booking() == ("pending", None)


def test_sold_seats_are_not_held_during_the_review(
    as_visitor, as_other_visitor, two_seats, order, capture_wrong_amount
):
    expire_hold(order)
    create_order(as_other_visitor, two_seats, seats=1)

    assert pay(as_visitor, order, capture_wrong_amount).json()["status"] == "review"
    assert Booking.objects.get(order_line__order__public_id=order["_id"]).status == "cancelled"


def end_order(client, order, how):
    if how == "expired":
        expire_hold(order)
    else:
        client.post(f"/api/orders/{order['_id']}/cancel")


WRONG_FOR_A_REFUSAL = "seats were gone"


def get_refund_due(client, order):
    return get_order(client, order)["refundDue"]


def get_staff_message(client):
    (item,) = list_attention(client)
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

    expected = {"because": "seats_gone", "step": "asked", "amount": 27.6, "currency": "USD"}
    assert get_refund_due(as_visitor, order) == expected
    assert get_staff_message(as_admin).startswith(
        "The seats were sold before the payment arrived. $27.60 is being refunded."
    )
    Refund.objects.update(created_at=in_days(-1))
    reconcile_payments()
    (message,) = delivered("late_money_returned")
    assert "we could not book these seats for you, so we refunded $27.60" in message.body
    assert "The seats were no longer available when your payment arrived." in message.body
    assert get_refund_due(as_visitor, order) is None


def test_a_pending_payment_can_be_refused_but_not_accepted(paypal, as_visitor, as_admin, date):
    order = put_in_review(paypal, as_visitor, date, "pending")
    assert decide(as_admin, order, accept=True).json()["code"] == "not_captured"

    refused = decide(as_admin, order, accept=False).json()

    assert (refused["status"], list_booking_statuses(refused)) == ("refund_due", ["cancelled"])
    expected = {"because": "refused", "step": "not_taken", "amount": 27.6, "currency": "USD"}
    assert get_refund_due(as_visitor, order) == expected
    assert get_staff_message(as_admin) == (
        "This payment was refused. PayPal is still checking it. If it completes, it is refunded automatically."
    )
    paypal.change_capture("complete")
    payment = Payment.objects.get()
    settle_payment(payment_id=payment.pk, paypal_order=endpoints.get_order(payment.paypal_order_id))
    Refund.objects.update(created_at=in_days(-1))
    reconcile_payments()
    assert Order.objects.get().status == "refunded"
    assert len(paypal.refunds()) == 1
    (message,) = delivered("refused_money_returned")
    assert WRONG_FOR_A_REFUSAL not in message.body
