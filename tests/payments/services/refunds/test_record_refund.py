"""Refunds are identified by their key and by PayPal's ID, never by their amount."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from payments.models import Payment, Refund
from payments.services.import_transactions import import_transactions
from payments.services.reconcile_payments import reconcile_payments
from payments.services.refunds.record_refund import record_refund
from paypal.schemas import Amount, RefundMade
from tests.orders.api_calls import get_order, list_attention
from tests.payments.refund_calls import list_refunded_amounts, post_refund
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order


@pytest.fixture
def paid(as_visitor, paypal):
    return create_paid_order(paypal, as_visitor, OccurrenceFactory(event__price="20.00"))


def run_upkeep():
    Refund.objects.update(created_at=timezone.now() - timedelta(minutes=2))
    reconcile_payments()
    import_transactions()


def test_two_equal_refunds_of_which_one_never_arrived_and_one_response_was_lost_are_both_made_once(
    as_admin, paypal, paid
):
    paypal.fault("refund", "timeout_before", times=2)
    post_refund(as_admin, paid, amount="10.00")
    paypal.fault("refund", "timeout_after", times=2)
    post_refund(as_admin, paid, amount="10.00")
    paypal.control("faults/clear")

    run_upkeep()

    assert list_refunded_amounts(paypal) == ["10.00", "10.00"]
    ids = {made["id"] for made in paypal.refunds()}
    assert set(Refund.objects.values_list("paypal_refund_id", flat=True)) == ids
    shown = get_order(as_admin, paid)
    assert shown["refundedPrice"] == 20.0
    assert [row["status"] for row in shown["refunds"]] == ["completed", "completed"]


def test_a_refund_whose_key_paypal_does_not_show_may_be_the_one_without_an_answer(as_admin, paypal, paid):
    paypal.fault("refund", "timeout_after", times=2)
    post_refund(as_admin, paid, amount="10.00")
    (made,) = paypal.refunds()

    without_key = RefundMade(made["id"], "COMPLETED", Amount(Decimal(10), "USD"))
    record_refund(payment_id=Payment.objects.get().pk, made=without_key)
    run_upkeep()

    assert list(Refund.objects.values_list("paypal_refund_id", "kind")) == [(made["id"], "requested")]


def test_a_refund_made_at_paypal_is_not_taken_for_the_shops_own_that_never_arrived(as_admin, paypal, paid):
    paypal.fault("refund", "timeout_before", times=2)
    post_refund(as_admin, paid, amount="10.00")
    paypal.control("faults/clear")
    paypal.change_capture("refund", amount="10.00")

    run_upkeep()
    run_upkeep()

    assert list_refunded_amounts(paypal) == ["10.00", "10.00"]
    assert set(Refund.objects.values_list("paypal_refund_id", flat=True)) == {m["id"] for m in paypal.refunds()}
    assert get_order(as_admin, paid)["refundedPrice"] == 20.0


def test_the_amount_refunded_at_paypal_counts_and_a_difference_alerts_staff(as_admin, paypal, paid):
    paypal.fault("refund", "wrong_amount", amount="7.00", times=1)

    shown = post_refund(as_admin, paid, amount="10.00").json()

    assert shown["refundedPrice"] == 7.0
    assert [(row["askedAmount"], row["amount"]) for row in shown["refunds"]] == [(10.0, 7.0)]
    (row,) = list_attention(as_admin, "alert")
    assert "10.00" in row["message"]
    assert "7.00" in row["message"]


def test_a_response_without_an_amount_is_looked_up(as_admin, paypal, paid):
    paypal.fault("refund", "odd_body_after", body="no_amount")
    paypal.fault("get_refund", "wrong_amount", amount="7.00")

    shown = post_refund(as_admin, paid, amount="10.00").json()

    assert [row["status"] for row in shown["refunds"]] == ["completed"]
    assert shown["refundedPrice"] == 7.0
    assert Refund.objects.get().asked_amount == 10


def test_a_refund_with_an_unknown_status_stays_open(as_admin, paypal, paid):
    paypal.fault("refund", "odd_body_after", body="status_unknown")

    shown = post_refund(as_admin, paid, amount="10.00").json()

    assert [row["status"] for row in shown["refunds"]] == ["pending"]
    run_upkeep()
    shown = get_order(as_admin, paid)
    assert [row["status"] for row in shown["refunds"]] == ["completed"]
    assert list_refunded_amounts(paypal) == ["10.00"]


def test_a_refused_refund_stays_open_while_the_paypal_order_cannot_be_read(as_admin, paypal, paid):
    paypal.fault("refund", "unprocessable")
    paypal.fault("get", "refused_before", status=400, name="INVALID_REQUEST", issue="INVALID_PARAMETER_VALUE")

    answer = post_refund(as_admin, paid, amount="10.00")

    assert answer.status_code == 200
    assert [row["status"] for row in answer.json()["refunds"]] == ["requested"]
    run_upkeep()
    assert [row["status"] for row in get_order(as_admin, paid)["refunds"]] == ["failed"]
