"""Reversals that PayPal lists as refunds before a webhook reports them as reversals."""

import pytest

from bookings.models import Booking
from orders.models import Payment, Refund
from payments.reports.consistency_checks import list_violations
from payments.services.settle_paypal_order import settle_paypal_order
from tests.orders.api_calls import create_order
from tests.payments.services.refunds.test_reversals import (
    change_capture,
    clear_cache,
    get_booking_statuses,
    get_order,
    list_alerts,
    paid,
)
from tests.payments.services.webhooks.test_handle_webhook import paypal_with_webhooks

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["clear_cache", "paid", "paypal_with_webhooks"]


def test_a_refund_that_becomes_a_reversal_is_shown_and_its_seats_are_booked_again(
    as_visitor, as_admin, paypal_with_webhooks, paid
):
    paypal_with_webhooks.control("webhooks/hold", held=True)
    change_capture(paypal_with_webhooks, "reverse", listed="refunds")
    settle_paypal_order(paypal_order_id=Payment.objects.get().paypal_order_id)  # before PayPal's webhook arrives
    assert get_booking_statuses() == {"refunded"}

    paypal_with_webhooks.release_webhooks()

    assert (get_order(as_visitor, paid)["status"], get_booking_statuses()) == ("partly_refunded", {"confirmed"})
    (row,) = list_alerts(as_admin)
    assert "The seats stay booked" in row["message"]
    assert [refund.is_reversal for refund in Refund.objects.all()] == [True]
    assert list_violations() == []


def test_seats_sold_before_a_refund_became_a_reversal_stay_sold(
    as_visitor, as_other_visitor, as_admin, paypal_with_webhooks, paid
):
    paypal_with_webhooks.control("webhooks/hold", held=True)
    change_capture(paypal_with_webhooks, "reverse", listed="refunds")
    settle_paypal_order(paypal_order_id=Payment.objects.get().paypal_order_id)
    date = Booking.objects.get().occurrence
    date.event.maximum_event_capacity = 3
    date.event.save()
    create_order(as_other_visitor, date, seats=2)

    paypal_with_webhooks.release_webhooks()

    (row,) = list_alerts(as_admin)
    assert "can't be booked again" in row["message"]
    assert sorted(Booking.objects.values_list("status", flat=True)) == ["pending", "refunded"]
    assert get_order(as_visitor, paid)["status"] == "refunded"
    assert list_violations() == []
