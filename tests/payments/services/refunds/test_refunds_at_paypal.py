"""Refunds on PayPal's website that the shop did not request."""

import pytest
from django.core.cache import cache

from orders.models import Order
from payments.services.import_transactions import import_transactions
from tests.payments.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory
from tests.support.paid_orders import create_paid_order

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def clear_cache():
    """PayPal's record is read once an hour."""
    cache.clear()


def list_alerts(as_admin):
    return [item for item in as_admin.get("/api/orders/attention").json() if item["kind"] == "alert"]


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
