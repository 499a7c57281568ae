"""Paying with PayPal, only with a PayPal order of the shop or one that the buyer submitted."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from events.formatting import format_day
from orders.models import Order
from payments.models import Payment
from tests.orders.api_calls import (
    approve_payment,
    create_order,
    create_paypal_order,
    get_order,
    list_attention,
    pay,
    pay_with_paypal,
)
from tests.support.factories import OccurrenceFactory


def test_an_approved_payment_pays_the_order_and_confirms_its_bookings(as_visitor, paypal):
    friday, saturday = OccurrenceFactory(), OccurrenceFactory(event__price="7.50")
    order = create_order(as_visitor, friday, saturday, seats=2)
    paypal_order_id = approve_payment(paypal, as_visitor, order)

    answer = pay(as_visitor, order, paypal_order_id)

    assert answer.status_code == 200
    paid = answer.json()
    assert paid["status"] == "paid"
    assert paid["totalPrice"] == 44.85  # (2 × 12.00 + 2 × 7.50) + 15 %
    assert {booking["status"] for item in paid["orderItems"] for booking in item["bookings"]} == {"confirmed"}
    assert [capture["amount"]["value"] for capture in paypal.captures()] == ["44.85"]


@pytest.mark.parametrize(("fund", "shown"), [("venmo", "Venmo"), ("paypal", "Paypal"), ("card", "Paypal")])
def test_staff_see_whether_the_buyer_paid_with_venmo(as_visitor, as_admin, paypal, fund, shown):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = create_paypal_order(as_visitor, order)
    paypal.approve(paypal_order_id, fund=fund)

    assert pay(as_visitor, order, paypal_order_id).json()["status"] == "paid"

    assert get_order(as_admin, order)["paymentMethod"] == shown
    listed = as_admin.get("/api/orders").json()["orders"]
    assert [each["paymentMethod"] for each in listed] == [shown]


@pytest.mark.parametrize("price_per", ["seat", "booking"])
def test_the_paypal_order_has_every_event_that_costs_something_with_its_seats(as_visitor, paypal, settings, price_per):
    settings.PRICE_PER = price_per
    date = OccurrenceFactory(event__name="Moon Cube", event__price="9.50")
    order = create_order(as_visitor, date, OccurrenceFactory(event__name="Free Play", event__price="0"), seats=3)

    paypal_order_id = create_paypal_order(as_visitor, order)

    (unit,) = paypal.control_get(f"orders/{paypal_order_id}")["purchase_units"]
    (moon,) = unit["items"]
    assert moon["name"].startswith("Moon Cube, ")
    assert float(moon["unit_amount"]["value"]) * int(moon["quantity"]) == order["itemsPrice"]


def test_an_unapproved_payment_or_that_of_another_order_is_not_captured(as_visitor, as_other_visitor, paypal):
    date = OccurrenceFactory()
    mine, theirs = create_order(as_visitor, date), create_order(as_other_visitor, date)
    unapproved = create_paypal_order(as_visitor, mine)

    for paypal_order_id in (unapproved, approve_payment(paypal, as_other_visitor, theirs)):
        answer = pay(as_visitor, mine, paypal_order_id)
        assert (answer.status_code, answer.json()["code"]) == (409, "payment_mismatch")

    assert set(Order.objects.values_list("status", flat=True)) == {"held"}
    assert paypal.captures() == []


@pytest.mark.parametrize("kind", ["wrong_amount", "wrong_currency", "wrong_payee", "wrong_custom_id"])
def test_a_mismatching_paypal_order_is_never_captured(as_visitor, paypal, kind):
    order = create_order(as_visitor, OccurrenceFactory())
    paypal_order_id = approve_payment(paypal, as_visitor, order)
    paypal.fault("get", kind, times=9)

    answer = pay(as_visitor, order, paypal_order_id)

    assert answer.status_code == 409
    assert answer.json()["code"] == "payment_mismatch"
    assert Order.objects.get().status == Order.Status.HELD
    assert paypal.captures() == []


def test_the_test_order_button_pays_without_money_if_it_is_enabled(as_visitor, settings):
    order = create_order(as_visitor, OccurrenceFactory())

    def press():
        return as_visitor.put(f"/api/orders/{order['_id']}/pay", {"test": True}, format="json")

    settings.TEST_ORDERS = False
    assert press().status_code == 403
    assert Order.objects.get().status == Order.Status.HELD
    settings.TEST_ORDERS = True
    answer = press()
    assert (answer.json()["status"], answer.json()["isTest"]) == ("paid", True)
    assert not Payment.objects.exists()


def test_a_long_event_name_is_shortened_for_paypal_and_keeps_its_day(as_visitor, paypal):
    date = OccurrenceFactory(event__name="Draft " * 33)

    paypal_order_id = create_paypal_order(as_visitor, create_order(as_visitor, date))

    (unit,) = paypal.control_get(f"orders/{paypal_order_id}")["purchase_units"]
    name = unit["items"][0]["name"]
    assert len(name) == 127
    assert name.startswith("Draft Draft ")
    assert name.endswith(f"…, {format_day(date.starts_at)}")


@pytest.fixture
def order(as_visitor, paypal):
    return create_order(as_visitor, OccurrenceFactory(event__price="20.00"))


def pay_elsewhere(paypal, order, **more):
    """Create and capture a PayPal order with the order's ID, without the shop."""
    amount = f"{order['totalPrice']:.2f}"
    made = paypal.control("orders", amount=amount, custom_id=order["_id"], invoice_id=order["_id"], **more)["id"]
    paypal.control(f"orders/{made}/approve")
    paypal.control(f"orders/{made}/capture")
    return made


def test_a_webhook_about_an_order_with_another_payee_only_alerts_staff(as_visitor, as_admin, paypal, order):
    create_paypal_order(as_visitor, order)  # so that the shop knows its own account
    foreign = pay_elsewhere(paypal, order)

    paypal.deliver_webhooks()

    assert get_order(as_visitor, order)["status"] == "held"
    assert not Payment.objects.filter(paypal_order_id=foreign).exists()
    (row,) = list_attention(as_admin, "alert")
    assert "another account" in row["message"]
    assert row["_id"] == order["_id"]


def test_after_an_unclear_creation_a_foreign_payee_is_not_taken_for_the_shops(as_visitor, paypal, order):
    paypal.control("rules", unique_invoice_ids=False)  # PayPal compares invoice IDs per account
    paypal.fault("create", "timeout_after", times=2)
    as_visitor.post(f"/api/orders/{order['_id']}/paypal")
    paypal.control("faults/clear")
    pay_elsewhere(paypal, order)

    paypal.deliver_webhooks()

    assert get_order(as_visitor, order)["status"] == "held"
    assert not Payment.objects.filter(payee="OTHERMERCHANT").exists()
    assert pay_with_paypal(paypal, as_visitor, order)["status"] == "paid"


def test_a_webhook_alone_attaches_no_payment(as_visitor, as_admin, paypal, order):
    create_paypal_order(as_visitor, order)
    made = pay_elsewhere(paypal, order, payee={"merchant_id": "SIMMERCHANT01"})

    paypal.deliver_webhooks()

    assert get_order(as_visitor, order)["status"] == "held"
    assert Payment.objects.unclaimed().get().paypal_order_id == made
    assert order["_id"] in list_attention(as_admin, "unmatched")[0]["message"]


@pytest.fixture
def listed(as_visitor, paypal, order) -> Payment:
    """A payment that names the order, and that nobody has claimed."""
    create_paypal_order(as_visitor, order)  # so that the shop knows its own account
    pay_elsewhere(paypal, order, payee={"merchant_id": "SIMMERCHANT01"})
    paypal.deliver_webhooks()
    return Payment.objects.unclaimed().get()


def test_a_listed_payment_that_its_buyer_submits_stays_one_row(as_visitor, as_admin, order, listed):
    assert pay(as_visitor, order, listed.paypal_order_id).json()["status"] == "paid"

    counting = Payment.objects.counting().get()
    assert (counting.pk, counting.capture_id, counting.get_order().public_id) == (
        listed.pk,
        listed.capture_id,
        order["_id"],
    )
    assert list_attention(as_admin, "unmatched") == []


def test_a_listed_payment_that_is_being_refunded_pays_no_order(as_visitor, as_admin, paypal, order, listed):
    paypal.fault("refund", "timeout_before", times=2)
    as_admin.post(f"/api/payments/unmatched/{listed.capture_id}/refund", {"reason": "Nobody's."}, format="json")

    answer = pay(as_visitor, order, listed.paypal_order_id)

    assert (answer.status_code, answer.json()["code"]) == (409, "payment_mismatch")
    assert "is being refunded" in answer.json()["message"]
    assert (get_order(as_visitor, order)["status"], Payment.objects.unclaimed().get()) == ("held", listed)


def test_a_buyer_cannot_pay_with_an_order_that_pays_another_account(as_visitor, as_admin, paypal, order):
    create_paypal_order(as_visitor, order)
    foreign = pay_elsewhere(paypal, order, announced=False)

    answer = pay(as_visitor, order, foreign)

    assert (answer.status_code, answer.json()["code"]) == (409, "payment_mismatch")
    assert "Nothing was charged" not in answer.json()["message"]
    assert get_order(as_visitor, order)["status"] == "held"
    assert len(list_attention(as_admin, "alert")) == 1


def test_a_creation_that_returns_another_order_is_refused_and_alerts_staff(as_visitor, as_admin, paypal, order):
    paypal.fault("create", "odd_body_after", body="another_custom_id")

    answer = as_visitor.post(f"/api/orders/{order['_id']}/paypal")

    assert answer.status_code == 503
    (row,) = list_attention(as_admin, "alert")
    assert row["_id"] == order["_id"]
    assert pay_with_paypal(paypal, as_visitor, order)["status"] == "paid"


def test_the_checkout_gets_paypals_configuration_without_a_secret(as_anonymous: APIClient, settings: Any) -> None:
    settings.PAYPAL_CLIENT_ID, settings.PAYPAL_CLIENT_SECRET = "a-client", "do-not-tell"
    settings.TEST_ORDERS = False

    answer = as_anonymous.get("/api/config/paypal")

    assert answer.status_code == 200
    shown = {name: answer.json()[name] for name in ("clientId", "currency", "testOrders")}
    assert shown == {"clientId": "a-client", "currency": "USD", "testOrders": False}
    assert b"do-not-tell" not in answer.content
