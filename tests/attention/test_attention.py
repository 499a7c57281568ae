"""GET /api/orders/attention: what needs the staff's attention, and what they can do about it."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from payments.models import Payment, Refund, Transfer
from payments.services.refunds.send_refund import push_refund
from payments.services.settle_payment import settle_payment
from paypal import endpoints
from tests.orders.api_calls import create_order, create_paypal_order, expire_hold, list_attention
from tests.payments.refund_calls import post_refund
from tests.payments.services.test_review_payment import decide, put_in_review, reconcile
from tests.support.factories import BookingFactory
from tests.support.paid_orders import create_paid_order


def test_unmatched_payments_come_first(paypal, as_admin, as_visitor, date):
    put_in_review(paypal, as_visitor, date, "pending")
    Payment.objects.create(capture_id="CAPTURE1", amount="9.00", status="completed")

    first, second = list_attention(as_admin)

    assert (first["kind"], first["_id"], first["amount"], first["buyer"]) == ("unmatched", "CAPTURE1", 9.0, None)
    assert "belongs to no order" in first["message"]
    assert second["kind"] == "review"


def test_an_order_in_review_shows_what_staff_can_do(paypal, as_admin, as_visitor, as_other_visitor, date):
    checked = put_in_review(paypal, as_visitor, date, "pending")
    wrong = put_in_review(paypal, as_other_visitor, date, "wrong_amount", amount="20.00")

    first, second = list_attention(as_admin)

    assert (first["_id"], first["buyer"]["firstName"]) == (checked["_id"], "Ana")
    assert "Wait for its decision" in first["message"]
    assert (second["_id"], second["amount"]) == (wrong["_id"], 20.0)
    assert second["message"] == (
        "PayPal took 20.00 USD instead of $27.60. Accept the payment, or refuse it, which refunds it."
    )


def test_an_order_in_review_or_whose_refund_is_due_is_listed_with_what_is_left(paypal, as_admin, as_visitor, date):
    order = put_in_review(paypal, as_visitor, date, "wrong_amount", amount="20.00")
    paypal.change_capture("refund", amount="2.00")
    reconcile(order)
    (review,) = list_attention(as_admin)
    paypal.fault("refund", "unprocessable")
    decide(as_admin, order, accept=False)
    (due,) = list_attention(as_admin)

    assert "took 20.00 USD instead of $27.60, and 2.00 of it went back." in review["message"]
    assert (review["amount"], due["amount"]) == (18.0, 18.0)


def test_a_failed_refund_of_a_late_payment_is_listed(paypal, as_admin, as_visitor, date):
    order = create_order(as_visitor, date)
    paypal_order = create_paypal_order(as_visitor, order)
    expire_hold(order)
    BookingFactory(occurrence=date, seats=50)
    paypal.approve(paypal_order)
    endpoints.capture_order(paypal_order, key="from elsewhere")
    paypal.fault("refund", "unprocessable")
    settle_payment(payment_id=Payment.objects.get().pk, paypal_order=endpoints.get_order(paypal_order))
    assert "$27.60 is being refunded." in list_attention(as_admin)[0]["message"]

    push_refund(refund_id=Refund.objects.get().pk)

    (due,) = list_attention(as_admin)
    assert (due["kind"], due["_id"]) == ("refund_due", order["_id"])
    assert "Press Refund again" in due["message"]
    assert due["problem"]


def request_refunds_of_ten(paypal, client, order, *faults):
    for fault in faults:
        paypal.fault("refund", fault, times=2)
        post_refund(client, order, amount="10.00")
        paypal.control("faults/clear")


def expire_request_ids(paypal):
    """Expire PayPal's keys, so that the shop looks up the refunds instead."""
    paypal.control("request-ids/forget")
    Refund.objects.update(created_at=timezone.now() - timedelta(days=46))
    for _ in range(2):
        call_command("reconcile_payments")


def test_two_equal_failed_refunds_are_both_listed_until_both_are_requested_again(paypal, as_admin, as_visitor, date):
    order = create_paid_order(paypal, as_visitor, date)
    request_refunds_of_ten(paypal, as_admin, order, "timeout_before", "timeout_before")
    expire_request_ids(paypal)
    assert [row["kind"] for row in list_attention(as_admin)] == ["refund_failed", "refund_failed"]
    post_refund(as_admin, order, amount="10.00")
    assert [row["kind"] for row in list_attention(as_admin)] == ["refund_failed"]

    post_refund(as_admin, order, amount="10.00")

    assert list_attention(as_admin) == []


def test_a_refund_asks_again_for_the_largest_failed_one_that_it_covers(paypal, as_admin, as_visitor, date):
    order = create_paid_order(paypal, as_visitor, date)
    paypal.fault("refund", "unprocessable", times=6)
    for amount in ("4.00", "6.00", "3.00"):
        post_refund(as_admin, order, amount=amount)
    paypal.control("faults/clear")
    post_refund(as_admin, order, amount="7.00")

    (listed,) = list_attention(as_admin)

    assert listed["amount"] == 3
    refunds = Refund.objects.order_by("pk").values_list("amount", "retry_of__amount")
    assert list(refunds) == [(4, None), (6, 4), (3, None), (7, 6)]


def test_staff_mark_a_failed_refund_as_done(paypal, as_admin, as_visitor, date):
    order = create_paid_order(paypal, as_visitor, date)
    request_refunds_of_ten(paypal, as_admin, order, "unprocessable")
    (failed,) = list_attention(as_admin)

    with CaptureQueriesContext(connection) as while_locked:
        answer = as_admin.post(f"/api/payments/alerts/{failed['alert']}/resolve", {}, format="json")

    assert answer.status_code == 200
    assert list_attention(as_admin) == []
    assert not [query for query in while_locked if "charityshop_retry" in query["sql"]]  # neither jobs nor backups


def test_a_refund_that_paypal_refuses_as_too_old_is_made_by_hand(paypal, as_admin, as_visitor, date):
    order = create_paid_order(paypal, as_visitor, date)
    paypal.fault("refund", "unprocessable", times=1, issue="REFUND_TIME_LIMIT_EXCEEDED")
    post_refund(as_admin, order)

    (failed,) = list_attention(as_admin)

    assert (failed["kind"], failed["_id"]) == ("refund_failed", order["_id"])
    assert "Refund by hand: return the money another way" in failed["message"]


def resolve(client, item):
    return client.post(f"/api/payments/alerts/{item}/resolve", {}, format="json")


def test_what_is_not_on_the_list_cannot_be_marked_as_done(paypal, as_admin, as_visitor, date):
    """Otherwise nobody would see it once it happens."""
    order = create_paid_order(paypal, as_visitor, date)
    post_refund(as_admin, order, amount="10.00")
    refund, payment = Refund.objects.get(), Payment.objects.get()

    for item in (refund.request_key, payment.capture_id, order["_id"], "f" * 24):
        assert resolve(as_admin, item).status_code == 404

    refund.refresh_from_db()
    assert refund.done_at is None


def test_a_refund_by_hand_that_staff_were_done_with_is_listed_again_when_somebody_asks(
    paypal, as_admin, as_visitor, date
):
    order = create_paid_order(paypal, as_visitor, date)
    Payment.objects.update(captured_at=timezone.now() - timedelta(days=180))
    for _ in range(2):
        assert post_refund(as_admin, order).json()["code"] == "too_old"
        (item,) = list_attention(as_admin)
        assert (item["kind"], item["amount"]) == ("refund_by_hand", 27.6)

        assert resolve(as_admin, item["alert"]).json()["kind"] == "refund_by_hand"

        assert list_attention(as_admin) == []


@pytest.mark.parametrize("sign", [1, -1])
def test_what_is_owed_is_listed_until_staff_are_done_and_again_when_it_changes(
    paypal, as_admin, as_visitor, date, sign
):
    order = create_paid_order(paypal, as_visitor, date)
    payment = Payment.objects.get()

    def post(amount):
        accounts = ["paypal", "owed"] if amount * sign > 0 else ["owed", "paypal"]
        Transfer.objects.create(
            day=payment.posted_on,
            debit=accounts[0],
            credit=accounts[1],
            amount=abs(amount),
            order=payment.order,
            payment=payment,
            number=payment.transfers.count() + 1,
        )

    post(3)
    (item,) = list_attention(as_admin)
    assert (item["kind"], item["_id"], item["amount"]) == ("alert", order["_id"], 3)
    assert ("is for nothing" if sign > 0 else "more was returned") in item["message"]
    assert resolve(as_admin, item["alert"]).status_code == 200
    assert list_attention(as_admin) == []

    post(2)
    assert [item["amount"] for item in list_attention(as_admin)] == [5]
    post(-5)
    assert list_attention(as_admin) == []
