"""Creating orders, captures and refunds, what PayPal refuses, and orders of other merchants."""

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests

from paypal_simulator.server import Simulator
from tests.paypal_simulator.clients import (
    Client,
    Shop,
    build_order,
    get_capture,
    get_issue,
    recent_transactions_path,
    usd,
)


def test_a_created_order_has_paypals_format(paypal: Client) -> None:
    answer = paypal.create(build_order("23.00", custom_id="shop-1", invoice_id="shop-1"))
    order = answer.json()

    assert answer.status_code == 201
    assert re.fullmatch(r"[0-9A-Z]{17}", order["id"])
    assert order["status"] == "CREATED"
    assert order["purchase_units"][0]["payee"] == {"merchant_id": "SIMMERCHANT01", "email_address": "shop@example.com"}
    assert order["purchase_units"][0]["custom_id"] == "shop-1"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", order["create_time"])
    assert {link["rel"] for link in order["links"]} == {"self", "approve", "capture"}
    assert paypal.get(f"/v2/checkout/orders/{order['id']}").json() == order


def with_amount(value: Any, currency: Any = "USD") -> dict[str, Any]:
    return {"intent": "CAPTURE", "purchase_units": [{"amount": {"currency_code": currency, "value": value}}]}


def with_breakdown(total: str, **breakdown: Any) -> dict[str, Any]:
    return {"intent": "CAPTURE", "purchase_units": [{"amount": {**usd(total), "breakdown": breakdown}}]}


def with_items(total: str, breakdown: dict[str, Any], **item: Any) -> dict[str, Any]:
    unit = {
        "amount": {**usd(total), "breakdown": breakdown},
        "items": [{"name": "Draft", "quantity": "2", "unit_amount": usd("10.00"), **item}],
    }
    return {"intent": "CAPTURE", "purchase_units": [unit]}


REFUSED = [
    ({}, "400 MISSING_REQUIRED_PARAMETER"),
    ([], "400 INVALID_PARAMETER_SYNTAX"),
    ({"intent": "CAPTURE"}, "400 MISSING_REQUIRED_PARAMETER"),
    ({"intent": "GIVE", "purchase_units": []}, "400 INVALID_PARAMETER_VALUE"),
    ({"intent": "AUTHORIZE", "purchase_units": []}, "422 UNSUPPORTED_INTENT"),
    ({"intent": "CAPTURE", "purchase_units": []}, "400 INVALID_ARRAY_MIN_ITEMS"),
    ({"intent": "CAPTURE", "purchase_units": [{}, {}]}, "400 INVALID_ARRAY_MAX_ITEMS"),
    ({"intent": "CAPTURE", "purchase_units": [None]}, "400 INVALID_PARAMETER_SYNTAX"),
    ({"intent": "CAPTURE", "purchase_units": [{}]}, "400 MISSING_REQUIRED_PARAMETER"),
    (with_amount(None), "400 MISSING_REQUIRED_PARAMETER"),
    (with_amount(23), "400 INVALID_PARAMETER_SYNTAX"),
    (with_amount("1e3"), "400 INVALID_PARAMETER_SYNTAX"),
    (with_amount("NaN"), "400 INVALID_PARAMETER_SYNTAX"),
    (with_amount("0.00"), "422 CANNOT_BE_ZERO_OR_NEGATIVE"),
    (with_amount("-1.00"), "422 CANNOT_BE_NEGATIVE"),
    (with_amount("1.005"), "422 DECIMAL_PRECISION"),
    (with_amount("1.50", "JPY"), "422 DECIMALS_NOT_SUPPORTED"),
    (with_amount("10000000.00"), "422 MAX_VALUE_EXCEEDED"),
    (with_amount("1.00", "XXX"), "422 CURRENCY_NOT_SUPPORTED"),
    (with_amount("1.00", "usd"), "400 INVALID_PARAMETER_SYNTAX"),
    (build_order(custom_id="x" * 256), "400 INVALID_STRING_LENGTH"),
    (build_order(invoice_id=""), "400 INVALID_STRING_LENGTH"),
    (build_order(invoice_id="\ud800"), "400 INVALID_PARAMETER_SYNTAX"),
    (with_breakdown("23.00", item_total=usd("20.00")), "422 AMOUNT_MISMATCH"),
    (with_breakdown("23.00", item_total=usd("25.00"), discount=usd("1.00")), "422 AMOUNT_MISMATCH"),
    (with_breakdown("2.00", item_total={"currency_code": "EUR", "value": "2.00"}), "422 MULTI_CURRENCY_ORDER"),
    (with_items("20.00", {}), "422 ITEM_TOTAL_REQUIRED"),
    (with_items("21.00", {"item_total": usd("21.00")}), "422 ITEM_TOTAL_MISMATCH"),
    (with_items("20.00", {"item_total": usd("20.00")}, tax=usd("1.50")), "422 TAX_TOTAL_REQUIRED"),
    (
        with_items("22.00", {"item_total": usd("20.00"), "tax_total": usd("2.00")}, tax=usd("1.50")),
        "422 TAX_TOTAL_MISMATCH",
    ),
    (with_items("20.00", {"item_total": usd("20.00")}, name=None), "400 MISSING_REQUIRED_PARAMETER"),
    (with_items("20.00", {"item_total": usd("20.00")}, quantity="0"), "400 INVALID_PARAMETER_SYNTAX"),
    (with_items("20.00", {"item_total": usd("20.00")}, name="x" * 128), "400 INVALID_STRING_LENGTH"),
]


@pytest.mark.parametrize(("body", "refusal"), REFUSED, ids=lambda part: part if isinstance(part, str) else "")
def test_invalid_orders_are_refused_without_effect(paypal: Client, body: Any, refusal: str) -> None:
    answer = paypal.create(body)

    assert get_issue(answer) == refusal
    assert answer.json()["name"] == ("INVALID_REQUEST" if answer.status_code == 400 else "UNPROCESSABLE_ENTITY")
    assert paypal.state()["orders"] == []


@pytest.mark.parametrize("body", [b"{", b"\xff", b"", b"[" * 20_000, b'{"intent": NaN}'])
def test_malformed_json_is_refused(paypal: Client, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}

    answer = paypal.session.post(f"{paypal.url}/v2/checkout/orders", data=body, headers=headers, timeout=5)

    assert get_issue(answer) == "400 MALFORMED_REQUEST_JSON"


def test_an_expired_order_is_not_found(paypal: Client) -> None:
    order_id = paypal.approved()

    paypal.control(f"orders/{order_id}/expire")

    assert paypal.get(f"/v2/checkout/orders/{order_id}").status_code == 404
    assert paypal.capture(order_id).status_code == 404


@pytest.mark.parametrize(
    ("refuse", "status", "name", "issue"),
    [
        (lambda paypal: paypal.create({"intent": "CAPTURE"}), 400, "INVALID_REQUEST", "MISSING_REQUIRED_PARAMETER"),
        (lambda paypal: paypal.get("/v2/checkout/orders/NONE"), 404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID"),
        (
            lambda paypal: paypal.capture(paypal.create().json()["id"]),
            422,
            "UNPROCESSABLE_ENTITY",
            "ORDER_NOT_APPROVED",
        ),
    ],
    ids=["malformed", "unknown", "refused"],
)
def test_an_error_has_paypals_format(paypal: Client, refuse, status: int, name: str, issue: str) -> None:
    answer = refuse(paypal)

    body = answer.json()
    assert (answer.status_code, body["name"], body["details"][0]["issue"]) == (status, name, issue)
    assert body["message"].endswith(".")
    assert body["details"][0]["description"].endswith(".")
    assert re.fullmatch(r"f[0-9a-f]{12}", body["debug_id"])
    assert body["links"][0]["rel"] == "information_link"


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


def test_a_second_capture_is_refused(paypal: Client) -> None:
    order_id, _ = paypal.paid()

    assert get_issue(paypal.capture(order_id)) == "422 ORDER_ALREADY_CAPTURED"
    assert len(paypal.state()["captures"]) == 1


def test_of_concurrent_captures_only_one_succeeds(paypal: Client) -> None:
    order_id = paypal.approved()

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda n: paypal.capture(order_id, key=f"key-{n}").status_code, range(16)))

    assert sorted(answers) == [201] + [422] * 15
    assert len(paypal.state()["captures"]) == 1


def test_a_pending_capture_can_be_completed_or_denied(paypal: Client) -> None:
    for ending, status in (("complete", "COMPLETED"), ("deny", "DECLINED")):
        paypal.control("faults", call="capture", kind="pending")
        order_id = paypal.approved()
        capture = get_capture(paypal.capture(order_id))
        assert capture["status"] == "PENDING"
        assert capture["status_details"] == {"reason": "PENDING_REVIEW"}
        assert "net_amount" not in capture["seller_receivable_breakdown"]

        paypal.control(f"captures/{capture['id']}/{ending}")

        after = get_capture(paypal.get(f"/v2/checkout/orders/{order_id}"))
        assert after["status"] == status
        assert "status_details" not in after


def test_a_refund_without_an_amount_refunds_the_rest(paypal: Client) -> None:
    _, capture_id = paypal.paid()

    first = paypal.refund(capture_id, "3.01")
    second = paypal.refund(capture_id)

    assert (first.status_code, first.json()["amount"]["value"]) == (201, "3.01")
    assert second.json()["amount"]["value"] == "19.99"
    assert second.json()["seller_payable_breakdown"]["total_refunded_amount"]["value"] == "23.00"
    assert paypal.get(f"/v2/payments/captures/{capture_id}").json()["status"] == "REFUNDED"
    assert get_issue(paypal.refund(capture_id)) == "422 CAPTURE_FULLY_REFUNDED"


def test_a_pending_refund_counts_until_it_fails(paypal: Client) -> None:
    _, capture_id = paypal.paid()
    paypal.control("faults", call="refund", kind="pending")
    refund = paypal.refund(capture_id).json()
    assert refund["status"] == "PENDING"
    assert paypal.get(f"/v2/payments/captures/{capture_id}").json()["status"] == "COMPLETED"
    assert get_issue(paypal.refund(capture_id)) == "422 CAPTURE_FULLY_REFUNDED"

    paypal.control(f"refunds/{refund['id']}/fail")

    assert paypal.get(f"/v2/payments/refunds/{refund['id']}").json()["status"] == "FAILED"
    assert paypal.refund(capture_id).json()["status"] == "COMPLETED"


def test_a_refund_has_the_fields_of_its_request(paypal: Client) -> None:
    order_id, capture_id = paypal.paid(build_order(custom_id="shop-1", invoice_id="inv-1"))
    sent = {"amount": usd("3.00"), "custom_id": "refund-7", "invoice_id": "inv-7", "note_to_payer": "Sorry"}

    made = paypal.post(f"/v2/payments/captures/{capture_id}/refund", sent).json()

    listed = paypal.get(f"/v2/checkout/orders/{order_id}").json()["purchase_units"][0]["payments"]["refunds"][0]
    for shown in (made, listed, paypal.get(f"/v2/payments/refunds/{made['id']}").json()):
        assert {name: shown[name] for name in sent} == sent


# --- Rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("unique", "second"), [(True, 422), (False, 201)])
def test_a_rule_may_allow_two_payments_with_one_invoice_id(paypal: Client, unique: bool, second: int) -> None:
    paypal.control("rules", unique_invoice_ids=unique)
    one, other = (paypal.approved(build_order(custom_id="shop-1", invoice_id="shop-1")) for _ in range(2))

    assert paypal.capture(one).status_code == 201
    assert paypal.capture(other).status_code == second


def test_new_orders_and_captures_cannot_be_found_during_the_lag(paypal: Client) -> None:
    order_id, capture_id = paypal.paid()
    paypal.control("rules", lag=60)

    for path in (f"/v2/checkout/orders/{order_id}", f"/v2/payments/captures/{capture_id}"):
        assert get_issue(paypal.get(path)) == "404 INVALID_RESOURCE_ID"
    assert get_issue(paypal.refund(capture_id)) == "404 INVALID_RESOURCE_ID"
    paypal.control("rules", lag=0)
    assert paypal.get(f"/v2/checkout/orders/{order_id}").json()["status"] == "COMPLETED"


def test_a_rule_sets_the_lifetime_of_request_ids(paypal: Client) -> None:
    _, capture_id = paypal.paid()
    first = paypal.refund(capture_id, "3.00", key="r1").json()["id"]
    assert paypal.refund(capture_id, "3.00", key="r1").json()["id"] == first

    paypal.control("rules", refund_ids_kept=0)

    assert paypal.refund(capture_id, "3.00", key="r1").json()["id"] != first
    assert len(paypal.state()["refunds"]) == 2


def get_breakdown(paypal: Client, capture_id: str) -> Any:
    return paypal.get(f"/v2/payments/captures/{capture_id}").json()["seller_receivable_breakdown"]


def test_fees_may_be_unknown_at_first(paypal: Client) -> None:
    paypal.control("rules", fee_lag=60)
    order_id, capture_id = paypal.paid()
    refund = paypal.refund(capture_id, "3.00").json()

    shown = paypal.get(f"/v2/checkout/orders/{order_id}").json()["purchase_units"][0]["payments"]["captures"][0]
    assert shown["seller_receivable_breakdown"] == get_breakdown(paypal, capture_id) == {"gross_amount": usd("23.00")}
    assert "paypal_fee" not in refund["seller_payable_breakdown"]

    paypal.control("rules", fee_lag=0)
    assert get_breakdown(paypal, capture_id)["paypal_fee"] == usd("1.29")
    later = paypal.get(f"/v2/payments/refunds/{refund['id']}").json()
    assert later["seller_payable_breakdown"]["paypal_fee"] == usd("0.00")


@pytest.mark.parametrize(("given_back", "fee"), [(False, "0.00"), (True, "0.35")])
def test_a_rule_gives_fees_back(paypal: Client, given_back: bool, fee: str) -> None:
    paypal.control("rules", gives_fees_back=given_back)
    _, capture_id = paypal.paid()

    refund = paypal.refund(capture_id, "10.00").json()

    breakdown = refund["seller_payable_breakdown"]
    assert breakdown["paypal_fee"] == usd(fee)
    assert float(breakdown["net_amount"]["value"]) == 10 - float(fee)
    (listed,) = [
        row["transaction_info"]
        for row in paypal.get(recent_transactions_path()).json()["transaction_details"]
        if row["transaction_info"]["transaction_id"] == refund["id"]
    ]
    assert listed.get("fee_amount", usd("0.00")) == usd(fee)


# --- Tokens -----------------------------------------------------------------------------------------------------------


GRANT = {"grant_type": "client_credentials"}
CREDENTIALS = ("simulator-client-id", "simulator-client-secret")


def request_token(client: Client, auth: tuple[str, str] | None, data: dict[str, str]) -> requests.Response:
    return requests.post(f"{client.url}/v1/oauth2/token", data=data, auth=auth, timeout=5)


def test_valid_credentials_get_a_bearer_token_with_a_lifetime(paypal: Client) -> None:
    answer = request_token(paypal, CREDENTIALS, GRANT)

    assert answer.status_code == 200
    assert answer.json()["token_type"] == "Bearer"
    assert answer.json()["expires_in"] == 32_400
    assert answer.headers["Paypal-Debug-Id"]


@pytest.mark.parametrize("header", ["", "Bearer nobody-gave-this", "Basic c2ltOnNpbQ=="])
def test_a_call_without_a_valid_token_is_a_401(paypal: Client, header: str) -> None:
    paypal.session.headers["Authorization"] = header

    answer = paypal.create()

    assert answer.status_code == 401
    assert answer.json()["name"] == "AUTHENTICATION_FAILURE"
    assert paypal.state()["orders"] == []


def test_a_token_expires_after_its_lifetime(
    start: Callable[..., Simulator], connect: Callable[[Simulator], Client]
) -> None:
    paypal = connect(start(token_lifetime=0.3))
    before: Any = paypal.create().status_code

    time.sleep(0.35)

    assert (before, paypal.create().status_code) == (201, 401)
    paypal.authorize()
    assert paypal.create().status_code == 201
