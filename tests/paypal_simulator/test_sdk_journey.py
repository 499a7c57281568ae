"""PayPal's own Python SDK, unmodified, over HTTP."""

from collections.abc import Callable
from typing import Any

import pytest
import requests
from paypalserversdk.configuration import Configuration, Environment, Server
from paypalserversdk.exceptions.error_exception import ErrorException
from paypalserversdk.http.auth.o_auth_2 import ClientCredentialsAuthCredentials
from paypalserversdk.paypal_serversdk_client import PaypalServersdkClient

from paypal_simulator.server import Simulator
from paypal_simulator.settings import DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET
from tests.paypal_simulator.clients import usd

ALL = "return=representation"


def build_sdk(url: str, secret: str = DEFAULT_CLIENT_SECRET) -> Any:
    class AtSimulator(Configuration):  # type: ignore[misc]
        def get_base_uri(self, server: Any = Server.DEFAULT) -> str:
            return url

    credentials = ClientCredentialsAuthCredentials(o_auth_client_id=DEFAULT_CLIENT_ID, o_auth_client_secret=secret)
    config = AtSimulator(
        environment=Environment.SANDBOX,
        timeout=5,
        max_retries=0,
        client_credentials_auth_credentials=credentials,
    )
    return PaypalServersdkClient(config=config)


def build_body(order_id: str) -> dict[str, Any]:
    breakdown = {"item_total": usd("20.00"), "tax_total": usd("3.00")}
    item = {"name": "Friday Draft", "quantity": "2", "unit_amount": usd("10.00"), "tax": usd("1.50")}
    unit = {
        "custom_id": order_id,
        "invoice_id": order_id,
        "amount": {**usd("23.00"), "breakdown": breakdown},
        "items": [item],
    }
    return {"intent": "CAPTURE", "purchase_units": [unit]}


@pytest.fixture
def simulator(start: Callable[..., Simulator]) -> Simulator:
    return start()


def test_paypals_sdk_completes_a_purchase_and_a_refund(simulator: Simulator) -> None:
    sdk = build_sdk(simulator.url)
    create = {"body": build_body("shop-1"), "paypal_request_id": "create-1", "prefer": ALL}

    made = sdk.orders.create_order(create)
    again = sdk.orders.create_order(create)
    order_id = made.body.id
    assert (made.status_code, made.body.status) == (201, "CREATED")
    assert (again.status_code, again.body.id) == (200, order_id)

    approval = requests.post(f"{simulator.url}/checkoutnow/{order_id}/approve", json={"fund": "paypal"}, timeout=5)
    seen = sdk.orders.get_order({"id": order_id}).body
    assert approval.json()["payerId"] == seen.payer.payer_id
    assert seen.status == "APPROVED"
    assert seen.purchase_units[0].custom_id == "shop-1"
    assert seen.purchase_units[0].payee.merchant_id == "SIMMERCHANT01"
    assert seen.purchase_units[0].amount.breakdown.tax_total.value == "3.00"

    captured = sdk.orders.capture_order({"id": order_id, "paypal_request_id": "capture-1", "prefer": ALL}).body
    capture = captured.purchase_units[0].payments.captures[0]
    assert (captured.status, capture.status, capture.amount.value) == ("COMPLETED", "COMPLETED", "23.00")
    assert capture.invoice_id == "shop-1"
    assert capture.seller_receivable_breakdown.paypal_fee.value == "1.29"
    assert capture.seller_receivable_breakdown.net_amount.value == "21.71"

    part = {"capture_id": capture.id, "paypal_request_id": "refund-1", "body": {"amount": usd("11.50")}, "prefer": ALL}
    first = sdk.payments.refund_captured_payment(part).body
    assert (first.status, first.amount.value) == ("COMPLETED", "11.50")
    assert sdk.payments.get_captured_payment({"capture_id": capture.id}).body.status == "PARTIALLY_REFUNDED"

    rest = sdk.payments.refund_captured_payment({"capture_id": capture.id, "paypal_request_id": "r2", "prefer": ALL})
    assert rest.body.amount.value == "11.50"
    assert rest.body.seller_payable_breakdown.total_refunded_amount.value == "23.00"
    assert sdk.payments.get_refund({"refund_id": rest.body.id}).body.status == "COMPLETED"
    payments = sdk.orders.get_order({"id": order_id}).body.purchase_units[0].payments
    assert payments.captures[0].status == "REFUNDED"
    assert [refund.amount.value for refund in payments.refunds] == ["11.50", "11.50"]


def test_the_sdk_reads_an_errors_issue(simulator: Simulator) -> None:
    sdk = build_sdk(simulator.url)
    order_id = sdk.orders.create_order({"body": build_body("shop-2")}).body.id

    with pytest.raises(ErrorException) as refused:
        sdk.orders.capture_order({"id": order_id})

    assert refused.value.response_code == 422
    assert refused.value.name == "UNPROCESSABLE_ENTITY"
    assert refused.value.details[0].issue == "ORDER_NOT_APPROVED"
    assert refused.value.debug_id


def test_the_sdk_with_a_wrong_secret_gets_no_token(simulator: Simulator) -> None:
    with pytest.raises(Exception, match=r"undefined or expired"):
        build_sdk(simulator.url, secret="wrong").orders.get_order({"id": "X"})


def test_the_sdk_lists_transactions(simulator: Simulator) -> None:
    sdk = build_sdk(simulator.url)
    order_id = sdk.orders.create_order({"body": build_body("shop-3")}).body.id
    requests.post(f"{simulator.url}/_control/orders/{order_id}/approve", timeout=5)
    sdk.orders.capture_order({"id": order_id})

    listed = requests.get(f"{simulator.url}/_control/state", timeout=5).json()["captures"][0]
    day = listed["create_time"][:10]
    found = sdk.transaction_search.search_transactions(
        {"start_date": f"{day}T00:00:00Z", "end_date": f"{day}T23:59:59Z"}
    ).body

    assert [entry.transaction_info.transaction_id for entry in found.transaction_details] == [listed["id"]]
