"""Payments that an earlier release took for an order's on the word of a webhook: upkeep looks up whom they paid."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from charityshop.models import Retry
from orders.models import Order, Payment, PaymentAlert
from orders.services.payments.find_payees import NOT_LOOKED_UP
from tests.orders.api_calls import create_order, create_paypal_order, pay_with_paypal
from tests.orders.refund_calls import post_refund
from tests.support.factories import OccurrenceFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_done_yet():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def attach(as_visitor, paypal):
    """An order that an earlier release counted as paid by this PayPal order, as the migration lists it."""

    def attach(**made_elsewhere: object) -> Payment:
        paypal.control("rules", unique_invoice_ids=False)
        order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))
        said = {"custom_id": order["_id"], "invoice_id": order["_id"]} | made_elsewhere
        paypal_order_id = paypal.control("orders", amount=f"{order['totalPrice']:.2f}", **said)["id"]
        paypal.control(f"orders/{paypal_order_id}/approve")
        paypal.control(f"orders/{paypal_order_id}/capture")
        payment = Payment.objects.get(order__public_id=order["_id"], status=Payment.Status.COMPLETED)
        payment.paypal_order_id, payment.from_browser, payment.payee = paypal_order_id, True, ""
        payment.capture_key, payment.created_at = None, timezone.now() - timedelta(days=2)
        payment.save()
        PaymentAlert.objects.create(
            kind=PaymentAlert.Kind.FOREIGN_PAYEE, reference=paypal_order_id, order=payment.order, message=NOT_LOOKED_UP,
            amount=payment.amount, currency=payment.currency,
        )  # fmt: skip
        return payment

    return attach


def upkeep() -> None:
    cache.delete("orders.looked-up-payees")
    Retry.objects.update(next_attempt_at=timezone.now())
    call_command("upkeep")


@pytest.fixture
def shop_is_known(as_other_visitor, paypal):
    """PayPal has named the shop's own account before."""
    create_paypal_order(as_other_visitor, create_order(as_other_visitor, OccurrenceFactory()))


def alerts(as_admin):
    return [matter for matter in as_admin.get("/api/orders/attention").json() if matter["kind"] == "alert"]


def test_a_payment_of_another_account_is_listed_once(attach, shop_is_known, as_admin):
    payment = attach()

    upkeep()
    upkeep()

    (alert,) = alerts(as_admin)
    assert alert["_id"] == payment.order.public_id
    assert "another PayPal account (OTHERMERCHANT)" in alert["message"]
    assert alert["amount"] == float(payment.amount)


def test_a_payment_of_the_shops_own_account_is_looked_up_once_and_not_listed(attach, shop_is_known, as_admin, paypal):
    payment = attach(payee={"merchant_id": "SIMMERCHANT01"})

    upkeep()
    looked = paypal.state()["counts"]["get"]
    upkeep()

    payment.refresh_from_db()
    assert payment.payee == "SIMMERCHANT01"
    assert alerts(as_admin) == []
    assert paypal.state()["counts"]["get"] == looked


def test_a_payment_that_paypal_does_not_show_is_listed(attach, shop_is_known, as_admin):
    attach(hidden=True)

    upkeep()

    (alert,) = alerts(as_admin)
    assert "does not show" in alert["message"]


def test_while_paypal_cannot_be_asked_it_is_asked_again(attach, shop_is_known, as_admin, paypal):
    attach()
    paypal.fault("get", "unauthorized_401_before", times=1000)
    upkeep()
    assert [alert["message"] for alert in alerts(as_admin)] == [NOT_LOOKED_UP]
    assert Retry.objects.get().failures == 1

    paypal.control("faults/clear")
    upkeep()

    (alert,) = alerts(as_admin)
    assert "another PayPal account" in alert["message"]
    assert not Retry.objects.exists()


def test_a_payment_that_the_shop_captured_is_not_looked_up(as_visitor, shop_is_known, paypal, as_admin):
    pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))
    Payment.objects.update(created_at=timezone.now() - timedelta(days=2))
    before = paypal.state()["counts"]

    upkeep()

    assert paypal.state()["counts"].get("get") == before.get("get")


# --- Refunds that nobody asked for ---------------------------------------------------------------------------------


def test_a_refund_at_paypal_beside_one_of_the_shops_own_is_listed(as_visitor, as_admin, paypal):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))
    post_refund(as_admin, order, amount="10.00")
    (capture,) = paypal.captures()

    paypal.control(f"captures/{capture['id']}/refund", amount={"currency_code": "USD", "value": "10.00"})
    upkeep()

    (alert,) = alerts(as_admin)
    assert (alert["_id"], alert["amount"]) == (order["_id"], 10.0)
    assert "may have gone back twice" in alert["message"]
    assert Order.objects.get().status == Order.Status.PARTLY_REFUNDED


def test_a_refund_at_paypal_alone_is_only_recorded(as_visitor, as_admin, paypal):
    pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))
    (capture,) = paypal.captures()
    ten = {"currency_code": "USD", "value": "10.00"}

    paypal.control(f"captures/{capture['id']}/refund", amount=ten)
    paypal.control(f"captures/{capture['id']}/refund", amount=ten)
    upkeep()

    assert Order.objects.get().refunds.count() == 2
    assert alerts(as_admin) == []
