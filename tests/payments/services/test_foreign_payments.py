"""Only a PayPal order created by the shop, or submitted by the buyer, pays for an order."""

import pytest

from orders.models import Payment, UnmatchedPayment
from tests.orders.api_calls import create_order, create_paypal_order, pay, pay_with_paypal
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def order(as_visitor, paypal_with_webhooks):
    return create_order(as_visitor, OccurrenceFactory(event__price="20.00"))


def get_status(client, order):
    return client.get(f"/api/orders/{order['_id']}").json()["status"]


def pay_elsewhere(paypal, order, **more):
    """Create and capture a PayPal order with the order's ID, without the shop."""
    amount = f"{order['totalPrice']:.2f}"
    made = paypal.control("orders", amount=amount, custom_id=order["_id"], invoice_id=order["_id"], **more)["id"]
    paypal.control(f"orders/{made}/approve")
    paypal.control(f"orders/{made}/capture")
    return made


def list_attention_items(as_admin, kind):
    return [row for row in as_admin.get("/api/orders/attention").json() if row["kind"] == kind]


def test_a_webhook_about_an_order_with_another_payee_only_alerts_staff(
    as_visitor, as_admin, paypal_with_webhooks, order
):
    create_paypal_order(as_visitor, order)  # so that the shop knows its own account
    foreign = pay_elsewhere(paypal_with_webhooks, order)

    paypal_with_webhooks.release_webhooks()

    assert get_status(as_visitor, order) == "held"
    assert not Payment.objects.filter(paypal_order_id=foreign).exists()
    (row,) = list_attention_items(as_admin, "alert")
    assert "another account" in row["message"]
    assert row["_id"] == order["_id"]


def test_after_an_unclear_creation_a_foreign_payee_is_not_taken_for_the_shops(as_visitor, paypal_with_webhooks, order):
    paypal_with_webhooks.control("rules", unique_invoice_ids=False)  # PayPal compares invoice IDs per account
    paypal_with_webhooks.fault("create", "timeout_after", times=2)
    as_visitor.post(f"/api/orders/{order['_id']}/paypal")
    paypal_with_webhooks.control("faults/clear")
    pay_elsewhere(paypal_with_webhooks, order)

    paypal_with_webhooks.release_webhooks()

    assert get_status(as_visitor, order) == "held"
    assert not Payment.objects.filter(payee="OTHERMERCHANT").exists()
    assert pay_with_paypal(paypal_with_webhooks, as_visitor, order)["status"] == "paid"


def test_a_webhook_alone_attaches_no_payment(as_visitor, as_admin, paypal_with_webhooks, order):
    create_paypal_order(as_visitor, order)
    made = pay_elsewhere(paypal_with_webhooks, order, payee={"merchant_id": "SIMMERCHANT01"})

    paypal_with_webhooks.release_webhooks()

    assert get_status(as_visitor, order) == "held"
    assert UnmatchedPayment.objects.get().paypal_order_id == made
    assert order["_id"] in list_attention_items(as_admin, "unmatched")[0]["message"]


def test_a_buyer_cannot_pay_with_an_order_that_pays_another_account(as_visitor, as_admin, paypal_with_webhooks, order):
    create_paypal_order(as_visitor, order)
    foreign = pay_elsewhere(paypal_with_webhooks, order, announced=False)

    answer = pay(as_visitor, order, foreign)

    assert (answer.status_code, answer.json()["code"]) == (409, "payment_mismatch")
    assert "Nothing was charged" not in answer.json()["message"]
    assert get_status(as_visitor, order) == "held"
    assert len(list_attention_items(as_admin, "alert")) == 1


def test_a_creation_that_returns_another_order_is_refused_and_alerts_staff(
    as_visitor, as_admin, paypal_with_webhooks, order
):
    paypal_with_webhooks.fault("create", "odd_body_after", body="another_custom_id")

    answer = as_visitor.post(f"/api/orders/{order['_id']}/paypal")

    assert answer.status_code == 503
    (row,) = list_attention_items(as_admin, "alert")
    assert row["_id"] == order["_id"]
    assert pay_with_paypal(paypal_with_webhooks, as_visitor, order)["status"] == "paid"
