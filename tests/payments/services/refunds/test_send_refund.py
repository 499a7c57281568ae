"""Refunds while PayPal fails."""

import pytest

from bookings.models import Booking
from orders.models import Refund
from payments.services.refunds.record_refund import apply_refund
from payments.services.refunds.send_refund import push_refund
from paypal.endpoints import new_request_key, refund_capture
from tests.orders.api_calls import list_booking_ids, list_booking_statuses
from tests.payments.refund_calls import (
    count_seats_left,
    create_date_with_two_seats,
    list_refunded_amounts,
    pay_three_bookings,
    post_refund,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def date():
    return create_date_with_two_seats()


@pytest.fixture
def paid(as_visitor, paypal, date):
    return pay_three_bookings(as_visitor, paypal, date)


@pytest.mark.parametrize("kind", ["error_500_before", "error_500_after"])
def test_an_unclear_refund_stays_requested_until_upkeep_finishes_it(as_admin, as_anonymous, paypal, date, paid, kind):
    paypal.fault("refund", kind, times=9)

    order = post_refund(as_admin, paid).json()

    assert (order["status"], order["refundedPrice"]) == ("paid", 0.0)
    assert [row["status"] for row in order["refunds"]] == ["requested"]
    assert count_seats_left(as_anonymous, date) == 1  # they are released when the refund completes
    assert post_refund(as_admin, paid).status_code == 409  # an open refund is not requested twice

    paypal.control("faults/clear")

    push_refund(refund_id=Refund.objects.get().pk)
    assert as_admin.get(f"/api/orders/{paid['_id']}").json()["status"] == "refunded"
    assert list_refunded_amounts(paypal) == ["34.85"]


def test_a_refused_refund_leaves_the_order_unchanged_and_can_be_tried_again(as_admin, paypal, paid):
    paypal.fault("refund", "unprocessable", times=1, issue="REFUND_NOT_ALLOWED")

    order = post_refund(as_admin, paid).json()

    assert (order["status"], set(list_booking_statuses(order))) == ("paid", {"confirmed"})
    assert [row["status"] for row in order["refunds"]] == ["failed"]
    assert "REFUND_NOT_ALLOWED" in Refund.objects.get().last_problem
    assert post_refund(as_admin, paid).json()["status"] == "refunded"
    assert list_refunded_amounts(paypal) == ["34.85"]


def test_a_refund_that_happened_despite_a_refusal_is_recorded(as_admin, paypal, paid):
    paypal.fault("refund", "unprocessable", times=1)
    refused = post_refund(as_admin, paid, amount=5).json()
    row = Refund.objects.get()

    made = refund_capture(row.payment.capture_id, amount=row.amount, key=new_request_key())
    apply_refund(refund_id=row.pk, made=made)
    apply_refund(refund_id=row.pk, made=made)

    order = as_admin.get(f"/api/orders/{paid['_id']}").json()
    assert refused["refundedPrice"] == 0
    assert (order["status"], order["refundedPrice"]) == ("partly_refunded", 5.0)
    assert sorted(row["status"] for row in order["refunds"]) == ["completed", "failed"]


def test_a_pending_refund_holds_the_seats_until_it_completes(as_admin, paypal, paid):
    paypal.fault("refund", "pending", times=1)

    order = post_refund(as_admin, paid, lines=list_booking_ids(paid)[:1]).json()

    assert (order["status"], list_booking_statuses(order)) == ("paid", ["confirmed"] * 3)
    assert [row["status"] for row in order["refunds"]] == ["pending"]
    assert Booking.objects.filter(status="confirmed").count() == 3
