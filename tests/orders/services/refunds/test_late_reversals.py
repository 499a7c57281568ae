"""Reversals that PayPal's record shows as any other refund, until a webhook calls them what they are."""

import pytest

from bookings.models import Booking
from orders.models import Payment, Refund
from orders.reports.consistency_checks import list_violations
from orders.services.payments.settle_order import settle_paypal_order
from tests.orders.api_calls import create_order
from tests.orders.services.payments.test_handle_webhook import talking_paypal
from tests.orders.services.refunds.test_reversals import (
    alerts,
    at_capture,
    booking_statuses,
    current,
    paid,
    report_not_read_yet,
)

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["paid", "report_not_read_yet", "talking_paypal"]


def test_a_reversal_that_looked_like_a_refund_at_first_is_shown_and_the_seats_are_booked_again(
    as_visitor, as_admin, talking_paypal, paid
):
    talking_paypal.control("webhooks/hold", held=True)
    at_capture(talking_paypal, "reverse", listed="refunds")
    settle_paypal_order(paypal_order_id=Payment.objects.get().paypal_order_id)  # before PayPal's webhook arrives
    assert booking_statuses() == {"refunded"}

    talking_paypal.let_go()

    assert (current(as_visitor, paid)["status"], booking_statuses()) == ("refunded", {"confirmed"})
    (row,) = alerts(as_admin)
    assert "The seats stay booked" in row["message"]
    assert [refund.is_reversal for refund in Refund.objects.all()] == [True]
    assert list_violations() == []


def test_seats_that_were_sold_before_a_refund_turned_out_a_reversal_stay_sold(
    as_visitor, as_other_visitor, as_admin, talking_paypal, paid
):
    talking_paypal.control("webhooks/hold", held=True)
    at_capture(talking_paypal, "reverse", listed="refunds")
    settle_paypal_order(paypal_order_id=Payment.objects.get().paypal_order_id)
    date = Booking.objects.get().occurrence
    date.event.maximum_event_capacity = 3
    date.event.save()
    create_order(as_other_visitor, date, seats=2)

    talking_paypal.let_go()

    (row,) = alerts(as_admin)
    assert "can't be booked again" in row["message"]
    assert sorted(Booking.objects.values_list("status", flat=True)) == ["pending", "refunded"]
    assert list_violations() == []
