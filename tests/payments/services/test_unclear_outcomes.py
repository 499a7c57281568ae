"""Unclear responses of PayPal never count as refusals: the key is stored, and PayPal's state decides."""

from datetime import timedelta

import pytest
from django.utils import timezone

from payments.models import Payment, Refund, WebhookEvent
from payments.services.reconcile_payments import reconcile_payments
from payments.services.webhooks import process_stored_notifications
from tests.orders.api_calls import approve_payment, create_order, create_paypal_order, get_order, pay, pay_with_paypal
from tests.payments.refund_calls import list_refunded_amounts, post_refund
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order

UNCLEAR = [
    {"kind": "previous_request_in_progress_later", "status": 409, "looks": 6},
    {"kind": "previous_request_in_progress_later", "status": 422, "looks": 6},
    {"kind": "conflict_409_after", "times": 4},
    {"kind": "unauthorized_401_after", "times": 4},
    {"kind": "forbidden_403_after", "times": 4},
    {"kind": "not_found_404_after", "times": 4},
    {"kind": "connection_reset_after", "times": 4},
    {"kind": "odd_body_after", "body": "details_strings", "times": 4},
    {"kind": "odd_body_after", "body": "details_object", "times": 4},
    {"kind": "odd_body_after", "body": "nested", "status": 409, "times": 4},
    {"kind": "odd_body_after", "body": "status_null", "times": 4},
    {"kind": "refused_after", "status": 422, "name": "UNPROCESSABLE_ENTITY", "issue": "A_NEW_ISSUE", "times": 4},
]
DID_NOT_HAPPEN = [
    {"kind": "previous_request_in_progress", "status": 409, "times": 4},
    {"kind": "previous_request_in_progress", "status": 422, "times": 4},
    {"kind": "conflict_409_before", "times": 4},
    {"kind": "unauthorized_401_before", "times": 4},
    {"kind": "forbidden_403_before", "times": 4},
    {"kind": "not_found_404_before", "times": 4},
    {"kind": "odd_body_before", "body": "details_numbers", "times": 4},
]


# Of each family of answers, for calls whose answers are read like those of a capture.
SOME = [UNCLEAR[0], UNCLEAR[4], UNCLEAR[6], UNCLEAR[7], DID_NOT_HAPPEN[1], DID_NOT_HAPPEN[2], DID_NOT_HAPPEN[6]]


def format_fault(fault):
    return "-".join(str(value) for name, value in fault.items() if name in ("kind", "status", "body"))


@pytest.fixture
def order(as_visitor, paypal):
    return create_order(as_visitor, OccurrenceFactory(event__maximum_event_capacity=2))


@pytest.fixture
def approved(as_visitor, paypal, order):
    return approve_payment(paypal, as_visitor, order)


def run_reconciliation(paypal) -> None:
    """Clear all faults, finish calls in progress, and run reconciliation a minute later."""
    paypal.control("faults/clear")
    paypal.control("in-progress/finish")
    long_ago = timezone.now() - timedelta(minutes=2)
    Payment.objects.exclude(capture_key_at=None).update(capture_key_at=long_ago)
    Refund.objects.update(created_at=long_ago)
    reconcile_payments()


@pytest.mark.parametrize("fault", UNCLEAR, ids=format_fault)
def test_a_capture_with_an_unclear_outcome_ends_as_at_paypal(as_visitor, paypal, order, approved, fault):
    paypal.fault("capture", **fault)

    answer = pay(as_visitor, order, approved)

    assert "Nothing was charged" not in answer.content.decode()
    assert answer.json()["status"] in ("paid", "capturing")
    run_reconciliation(paypal)
    assert get_order(as_visitor, order)["status"] == "paid"
    assert len(paypal.captures()) == 1


@pytest.mark.parametrize("fault", DID_NOT_HAPPEN, ids=format_fault)
def test_a_capture_that_had_no_effect_is_made_once_paypal_works_again(as_visitor, paypal, order, approved, fault):
    paypal.fault("capture", **fault)

    answer = pay(as_visitor, order, approved)

    assert answer.json()["status"] == "capturing"
    run_reconciliation(paypal)
    assert get_order(as_visitor, order)["status"] == "paid"
    assert len(paypal.captures()) == 1


@pytest.mark.parametrize("fault", [*SOME, {"kind": "rate_limited_429", "retry_after": 1}], ids=format_fault)
def test_a_creation_with_an_unclear_outcome_leads_to_one_paypal_order(as_visitor, paypal, order, fault):
    paypal.fault("create", **fault)

    answer = as_visitor.post(f"/api/orders/{order['_id']}/paypal")

    assert answer.status_code in (200, 503), answer.content
    paypal.control("faults/clear")
    paypal.control("in-progress/finish")
    assert pay_with_paypal(paypal, as_visitor, order)["status"] == "paid"
    assert len(paypal.state()["orders"]) == 1


@pytest.mark.parametrize("fault", SOME, ids=format_fault)
def test_a_refund_with_an_unclear_outcome_is_made_once(as_visitor, as_admin, paypal, fault):
    order = create_paid_order(paypal, as_visitor, OccurrenceFactory())
    paypal.fault("refund", **fault)

    answer = post_refund(as_admin, order, amount="10.00").json()

    assert [row["status"] for row in answer["refunds"]] in (["requested"], ["completed"])
    run_reconciliation(paypal)
    shown = get_order(as_admin, order)
    assert [row["status"] for row in shown["refunds"]] == ["completed"]
    assert (shown["status"], shown["refundedPrice"]) == ("partly_refunded", 10.0)
    assert list_refunded_amounts(paypal) == ["10.00"]


def test_a_payment_that_is_briefly_missing_at_paypal_can_be_made_later(as_visitor, paypal, order, approved):
    paypal.fault("get", "not_found_404_before", times=2)

    answer = pay(as_visitor, order, approved)

    assert answer.status_code == 503
    assert "you will not be charged twice" in answer.json()["message"]
    assert pay(as_visitor, order, approved).json()["status"] == "paid"


def test_an_expired_refund_key_is_not_used_again(as_visitor, as_admin, paypal):
    order = create_paid_order(paypal, as_visitor, OccurrenceFactory())
    paypal.fault("refund", "timeout_after", times=2)
    post_refund(as_admin, order, amount="10.00")
    paypal.control("faults/clear")
    paypal.control("rules", refund_ids_kept=0)
    Refund.objects.update(created_at=timezone.now() - timedelta(days=46))

    reconcile_payments()

    assert list_refunded_amounts(paypal) == ["10.00"]
    assert [row["status"] for row in get_order(as_admin, order)["refunds"]] == ["completed"]


def test_a_refusal_does_not_count_while_paypal_omits_a_completed_orders_capture(as_visitor, paypal, order, approved):
    paypal.fault("capture", "refused_after", status=422, name="UNPROCESSABLE_ENTITY", issue="INSTRUMENT_DECLINED")
    paypal.fault("get", "slow", delay=0)  # the look-up before the capture works
    paypal.fault("get", "odd_body_after", body="payments_null")

    answer = pay(as_visitor, order, approved)

    assert (answer.status_code, answer.json()["status"]) == (200, "capturing")
    run_reconciliation(paypal)
    assert get_order(as_visitor, order)["status"] == "paid"


def test_a_creation_that_omits_the_payee_looks_it_up(as_visitor, paypal, order):
    paypal.fault("create", "odd_body_after", body="no_payee")

    create_paypal_order(as_visitor, order)

    assert Payment.objects.get().payee == "SIMMERCHANT01"
    assert pay_with_paypal(paypal, as_visitor, order)["status"] == "paid"
    assert len(paypal.state()["orders"]) == 1


def test_after_an_unreadable_401_the_shop_fetches_a_new_token(as_visitor, paypal, order, approved):
    tokens = paypal.state()["counts"]["token"]
    paypal.fault("get", "odd_body_before", body="details_number", status=401)

    answer = pay(as_visitor, order, approved)

    assert answer.json()["status"] == "paid"
    assert paypal.state()["counts"]["token"] == tokens + 1


def test_a_webhook_is_not_settled_by_an_order_that_omits_its_capture(as_visitor, paypal, order, approved):
    paypal.control(f"orders/{approved}/capture")
    resource = {"id": paypal.captures()[0]["id"], "supplementary_data": {"related_ids": {"order_id": approved}}}
    event = WebhookEvent.objects.create(
        event_id="WH-1", event_type="PAYMENT.CAPTURE.COMPLETED", body={"resource": resource}
    )
    paypal.fault("get", "odd_body_after", body="payments_null")

    process_stored_notifications()

    assert WebhookEvent.objects.get(pk=event.pk).settled_at is None
    process_stored_notifications()
    assert WebhookEvent.objects.get(pk=event.pk).settled_at
    assert get_order(as_visitor, order)["status"] == "paid"
