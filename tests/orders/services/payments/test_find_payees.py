"""Payments that an earlier release attached to orders by webhook: upkeep looks up their payees."""

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
def clear_cache():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def attach_payment(as_visitor, paypal):
    """Attach a PayPal order to an order like an earlier release, with the migration's alert."""

    def attach_payment(**made_elsewhere: object) -> Payment:
        paypal.control("rules", unique_invoice_ids=False)
        order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))
        sent = {"custom_id": order["_id"], "invoice_id": order["_id"]} | made_elsewhere
        paypal_order_id = paypal.control("orders", amount=f"{order['totalPrice']:.2f}", **sent)["id"]
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

    return attach_payment


def run_upkeep() -> None:
    cache.delete("orders.looked-up-payees")
    Retry.objects.update(next_attempt_at=timezone.now())
    call_command("upkeep")


@pytest.fixture
def known_payee(as_other_visitor, paypal):
    """Let PayPal return the shop's own account once."""
    create_paypal_order(as_other_visitor, create_order(as_other_visitor, OccurrenceFactory()))


def list_alerts(as_admin):
    return [item for item in as_admin.get("/api/orders/attention").json() if item["kind"] == "alert"]


def test_a_payment_to_another_account_is_listed_once(attach_payment, known_payee, as_admin):
    payment = attach_payment()

    run_upkeep()
    run_upkeep()

    (alert,) = list_alerts(as_admin)
    assert alert["_id"] == payment.order.public_id
    assert "another PayPal account (OTHERMERCHANT)" in alert["message"]
    assert alert["amount"] == float(payment.amount)


def test_a_payment_to_the_shops_account_is_looked_up_once_and_not_listed(attach_payment, known_payee, as_admin, paypal):
    payment = attach_payment(payee={"merchant_id": "SIMMERCHANT01"})

    run_upkeep()
    looked = paypal.state()["counts"]["get"]
    run_upkeep()

    payment.refresh_from_db()
    assert payment.payee == "SIMMERCHANT01"
    assert list_alerts(as_admin) == []
    assert paypal.state()["counts"]["get"] == looked


def test_a_payment_missing_at_paypal_is_listed(attach_payment, known_payee, as_admin):
    attach_payment(hidden=True)

    run_upkeep()

    (alert,) = list_alerts(as_admin)
    assert "does not show" in alert["message"]


def test_while_paypal_is_unavailable_the_look_up_is_retried(attach_payment, known_payee, as_admin, paypal):
    attach_payment()
    paypal.fault("get", "unauthorized_401_before", times=1000)
    run_upkeep()
    assert [alert["message"] for alert in list_alerts(as_admin)] == [NOT_LOOKED_UP]
    assert Retry.objects.get().failures == 1

    paypal.control("faults/clear")
    run_upkeep()

    (alert,) = list_alerts(as_admin)
    assert "another PayPal account" in alert["message"]
    assert not Retry.objects.exists()


def test_a_payment_captured_by_the_shop_is_not_looked_up(as_visitor, known_payee, paypal, as_admin):
    pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))
    Payment.objects.update(created_at=timezone.now() - timedelta(days=2))
    before = paypal.state()["counts"]

    run_upkeep()

    assert paypal.state()["counts"].get("get") == before.get("get")


# --- Unrequested refunds -------------------------------------------------------------------------------------------


def test_a_refund_at_paypal_besides_one_of_the_shop_is_listed(as_visitor, as_admin, paypal):
    order = pay_with_paypal(paypal, as_visitor, create_order(as_visitor, OccurrenceFactory()))
    post_refund(as_admin, order, amount="10.00")
    (capture,) = paypal.captures()

    paypal.control(f"captures/{capture['id']}/refund", amount={"currency_code": "USD", "value": "10.00"})
    run_upkeep()

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
    run_upkeep()

    assert Order.objects.get().refunds.count() == 2
    assert list_alerts(as_admin) == []
