"""Only a PayPal order that the shop opened, or that its buyer submitted, pays for an order."""

import pytest

from orders.models import Order, Payment, PaymentAlert, UnmatchedPayment
from tests.orders.api_calls import create_order, create_paypal_order, pay, pay_with_paypal
from tests.orders.services.payments.test_handle_webhook import talking_paypal
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db(transaction=True)
__all__ = ["talking_paypal"]


@pytest.fixture
def order(as_visitor, talking_paypal):
    return create_order(as_visitor, OccurrenceFactory(event__price="20.00"))


def status_of(client, order):
    return client.get(f"/api/orders/{order['_id']}").json()["status"]


def pay_elsewhere(paypal, order, **more):
    """A PayPal order that names ours, made and captured without the shop."""
    amount = f"{order['totalPrice']:.2f}"
    made = paypal.control("orders", amount=amount, custom_id=order["_id"], invoice_id=order["_id"], **more)["id"]
    paypal.control(f"orders/{made}/approve")
    paypal.control(f"orders/{made}/capture")
    return made


def attention(as_admin, kind):
    return [row for row in as_admin.get("/api/orders/attention").json() if row["kind"] == kind]


def test_a_webhook_about_another_payees_order_changes_nothing_and_staff_see_it(
    as_visitor, as_admin, talking_paypal, order
):
    create_paypal_order(as_visitor, order)  # so the shop knows its own account
    foreign = pay_elsewhere(talking_paypal, order)

    talking_paypal.let_go()

    assert status_of(as_visitor, order) == "held"
    assert not Payment.objects.filter(paypal_order_id=foreign).exists()
    (row,) = attention(as_admin, "alert")
    assert "another account" in row["message"]
    assert row["_id"] == order["_id"]


def test_after_an_unclear_opening_a_strangers_payee_is_not_taken_for_the_shops(as_visitor, talking_paypal, order):
    talking_paypal.control("rules", unique_invoice_ids=False)  # PayPal compares invoice IDs per account
    talking_paypal.fault("create", "timeout_after", times=2)
    as_visitor.post(f"/api/orders/{order['_id']}/paypal")
    talking_paypal.control("faults/clear")
    pay_elsewhere(talking_paypal, order)

    talking_paypal.let_go()

    assert status_of(as_visitor, order) == "held"
    assert not Payment.objects.filter(payee="OTHERMERCHANT").exists()
    assert pay_with_paypal(talking_paypal, as_visitor, order)["status"] == "paid"


def test_a_webhook_alone_attaches_no_payment_even_to_our_own_account(as_visitor, as_admin, talking_paypal, order):
    create_paypal_order(as_visitor, order)
    made = pay_elsewhere(talking_paypal, order, payee={"merchant_id": "SIMMERCHANT01"})

    talking_paypal.let_go()

    assert status_of(as_visitor, order) == "held"
    assert UnmatchedPayment.objects.get().paypal_order_id == made
    assert order["_id"] in attention(as_admin, "unmatched")[0]["message"]


def test_a_payment_that_its_buyer_submits_after_the_webhook_leaves_the_list(
    as_visitor, as_admin, talking_paypal, order
):
    create_paypal_order(as_visitor, order)
    made = pay_elsewhere(talking_paypal, order, payee={"merchant_id": "SIMMERCHANT01"})
    talking_paypal.let_go()

    answer = pay(as_visitor, order, made)

    assert answer.json()["status"] == "paid"
    assert attention(as_admin, "unmatched") == []


def test_a_buyer_cannot_pay_with_an_order_that_pays_somebody_else(as_visitor, as_admin, talking_paypal, order):
    create_paypal_order(as_visitor, order)
    foreign = pay_elsewhere(talking_paypal, order, announced=False)

    answer = pay(as_visitor, order, foreign)

    assert (answer.status_code, answer.json()["code"]) == (409, "payment_mismatch")
    assert "Nothing was charged" not in answer.json()["message"]
    assert status_of(as_visitor, order) == "held"
    assert len(attention(as_admin, "alert")) == 1


def test_a_payee_that_changes_after_the_approval_settles_nothing(as_visitor, as_admin, talking_paypal, order):
    paypal_order_id = create_paypal_order(as_visitor, order)
    talking_paypal.approve(paypal_order_id)
    talking_paypal.control(f"orders/{paypal_order_id}/capture")
    talking_paypal.fault("get", "wrong_payee", times=3)

    talking_paypal.let_go()

    assert status_of(as_visitor, order) == "held"
    assert Order.objects.get().status == "held"
    assert PaymentAlert.objects.get().kind == "foreign_payee"


def test_staff_mark_an_alert_as_done(as_visitor, as_admin, talking_paypal, order):
    create_paypal_order(as_visitor, order)
    pay_elsewhere(talking_paypal, order)
    talking_paypal.let_go()
    (row,) = attention(as_admin, "alert")

    assert as_visitor.post(f"/api/payments/alerts/{row['alert']}/resolve").status_code == 403
    answer = as_admin.post(f"/api/payments/alerts/{row['alert']}/resolve")

    assert answer.status_code == 200
    assert attention(as_admin, "alert") == []


def test_an_opening_answered_with_another_order_is_not_offered_and_staff_see_it(
    as_visitor, as_admin, talking_paypal, order
):
    talking_paypal.fault("create", "odd_body_after", body="another_custom_id")

    answer = as_visitor.post(f"/api/orders/{order['_id']}/paypal")

    assert answer.status_code == 503
    (row,) = attention(as_admin, "alert")
    assert row["_id"] == order["_id"]
    assert pay_with_paypal(talking_paypal, as_visitor, order)["status"] == "paid"
