"""Refunds and reversals at PayPal that the shop did not request, and those that PayPal first lists as refunds."""

import pytest

from bookings.models import Booking
from orders.models import Order, Payment, Refund
from payments.reports.consistency_checks import list_violations
from payments.services.import_transactions import import_transactions
from payments.services.settle_paypal_order import settle_paypal_order
from tests.orders.api_calls import create_order
from tests.payments.refund_calls import post_refund
from tests.payments.services.refunds.test_reversals import (
    change_capture,
    get_booking_statuses,
    get_order,
    list_alerts,
    paid,
)
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["paid"]


def test_a_refund_at_paypal_besides_one_of_the_shop_is_listed(as_visitor, as_admin, paypal):
    order = create_paid_order(paypal, as_visitor, OccurrenceFactory())
    post_refund(as_admin, order, amount="10.00")
    (capture,) = paypal.captures()

    paypal.control(f"captures/{capture['id']}/refund", amount={"currency_code": "USD", "value": "10.00"})
    import_transactions()

    (alert,) = list_alerts(as_admin)
    assert (alert["_id"], alert["amount"]) == (order["_id"], 10.0)
    assert "may have been refunded twice" in alert["message"]
    assert Order.objects.get().status == Order.Status.PARTLY_REFUNDED


def test_a_single_refund_at_paypal_is_recorded_without_an_alert(as_visitor, as_admin, paypal):
    create_paid_order(paypal, as_visitor, OccurrenceFactory())
    (capture,) = paypal.captures()
    ten = {"currency_code": "USD", "value": "10.00"}

    paypal.control(f"captures/{capture['id']}/refund", amount=ten)
    paypal.control(f"captures/{capture['id']}/refund", amount=ten)
    import_transactions()

    assert Order.objects.get().refunds.count() == 2
    assert list_alerts(as_admin) == []


@pytest.mark.parametrize(
    ("action", "message"),
    [("refund", "may have been refunded twice"), ("reverse", "took 46.00 USD of this order back")],
)
def test_staff_are_told_once_and_the_order_stays_refunded(
    as_visitor, as_admin, paypal_with_webhooks, paid, action, message
):
    assert post_refund(as_admin, paid, outside=True, note="Bank transfer").json()["status"] == "refunded"
    change_capture(paypal_with_webhooks, action)

    paypal_with_webhooks.release_webhooks()

    assert get_order(as_visitor, paid)["status"] == "refunded"
    (row,) = list_alerts(as_admin)
    assert message in row["message"]


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
