"""Refunds on PayPal's website that the shop did not request."""

import pytest
from django.core.cache import cache
from django.core.management import call_command

from orders.models import Order
from tests.orders.api_calls import create_order, pay_with_paypal
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def clear_cache():
    """PayPal's record is read once an hour."""
    cache.clear()


def list_alerts(as_admin):
    return [item for item in as_admin.get("/api/orders/attention").json() if item["kind"] == "alert"]


def test_a_refund_at_paypal_besides_one_of_the_shop_is_listed(as_visitor, as_admin, paypal):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))
    post_refund(as_admin, order, amount="10.00")
    (capture,) = paypal.captures()

    paypal.control(f"captures/{capture['id']}/refund", amount={"currency_code": "USD", "value": "10.00"})
    call_command("upkeep")

    (alert,) = list_alerts(as_admin)
    assert (alert["_id"], alert["amount"]) == (order["_id"], 10.0)
    assert "may have been refunded twice" in alert["message"]
    assert Order.objects.get().status == Order.Status.PARTLY_REFUNDED


def test_a_single_refund_at_paypal_is_recorded_without_an_alert(as_visitor, as_admin, paypal):
    pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))
    (capture,) = paypal.captures()
    ten = {"currency_code": "USD", "value": "10.00"}

    paypal.control(f"captures/{capture['id']}/refund", amount=ten)
    paypal.control(f"captures/{capture['id']}/refund", amount=ten)
    call_command("upkeep")

    assert Order.objects.get().refunds.count() == 2
    assert list_alerts(as_admin) == []
