"""Orders of other programs and merchants with the shop's IDs."""

from collections.abc import Callable

import pytest

from paypal_simulator.server import Simulator
from tests.paypal_simulator.clients import Client, Shop, build_order, get_issue, recent_transactions_path


def test_an_order_pays_the_account_of_the_credentials_by_default(paypal: Client) -> None:
    unit = paypal.create().json()["purchase_units"][0]

    assert unit["payee"] == {"merchant_id": "SIMMERCHANT01", "email_address": "shop@example.com"}


@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        ({"merchant_id": "SIMMERCHANT01"}, {"merchant_id": "SIMMERCHANT01", "email_address": "shop@example.com"}),
        ({"email_address": "shop@example.com"}, {"merchant_id": "SIMMERCHANT01", "email_address": "shop@example.com"}),
        ({"email_address": "eve@example.com"}, {"email_address": "eve@example.com"}),
    ],
)
def test_a_request_may_set_the_payee(paypal: Client, stated: dict[str, str], shown: dict[str, str]) -> None:
    assert paypal.create(build_order(payee=stated)).json()["purchase_units"][0]["payee"] == shown


@pytest.mark.parametrize("payee", ["me", {"merchant_id": 7}, {"merchant_id": "TOOLONGTOBEONE"}])
def test_an_invalid_payee_is_refused(paypal: Client, payee: object) -> None:
    assert paypal.create(build_order(payee=payee)).status_code == 400


def test_another_merchants_order_with_the_shops_id_is_visible_and_has_webhooks(
    shop: Shop, start: Callable[..., Simulator], connect: Callable[[Simulator], Client]
) -> None:
    paypal = connect(start(webhook_url=shop.url))
    order_id = paypal.control("orders", amount="23.00", custom_id="shop-1", invoice_id="inv-1")["id"]

    paypal.control(f"orders/{order_id}/approve")
    paypal.control(f"orders/{order_id}/capture")

    assert set(shop.wait_for(2)) == {"CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED"}
    shown = paypal.get(f"/v2/checkout/orders/{order_id}").json()
    [unit] = shown["purchase_units"]
    assert (shown["status"], unit["custom_id"]) == ("COMPLETED", "shop-1")
    assert unit["payee"]["merchant_id"] == unit["payments"]["captures"][0]["payee"]["merchant_id"] == "OTHERMERCHANT"


def test_it_may_be_hidden_from_the_shop(paypal: Client) -> None:
    order_id = paypal.control("orders", hidden=True)["id"]
    paypal.control(f"orders/{order_id}/approve")

    assert get_issue(paypal.get(f"/v2/checkout/orders/{order_id}")) == "404 INVALID_RESOURCE_ID"
    assert paypal.control(f"orders/{order_id}/capture")["status"] == "COMPLETED"
    capture_id = paypal.state()["captures"][0]["id"]
    assert get_issue(paypal.get(f"/v2/payments/captures/{capture_id}")) == "404 INVALID_RESOURCE_ID"


def test_it_may_have_no_webhooks(
    shop: Shop, start: Callable[..., Simulator], connect: Callable[[Simulator], Client]
) -> None:
    paypal = connect(start(webhook_url=shop.url))
    order_id = paypal.control("orders", announced=False)["id"]
    paypal.control(f"orders/{order_id}/approve")
    paypal.control(f"orders/{order_id}/capture")

    assert paypal.state()["webhooks"] == []


def test_payments_to_others_are_not_in_the_transaction_list(paypal: Client) -> None:
    order_id = paypal.control("orders")["id"]
    paypal.control(f"orders/{order_id}/approve")
    paypal.control(f"orders/{order_id}/capture")
    path = recent_transactions_path()

    assert paypal.get(path).json()["total_items"] == 0
