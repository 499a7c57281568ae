"""Creating orders, and what PayPal refuses."""

import re
from typing import Any

import pytest

from tests.paypal_simulator.clients import Client, build_order, get_issue, usd


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


@pytest.mark.parametrize("prefer", ["return=minimal", ""])
def test_by_default_the_response_is_minimal(paypal: Client, prefer: str) -> None:
    answer = paypal.create(headers={"Prefer": prefer})

    assert answer.json().keys() == {"id", "status", "links"}


def test_an_unknown_order_is_a_404(paypal: Client) -> None:
    answer = paypal.get("/v2/checkout/orders/NOSUCHORDER")

    assert answer.status_code == 404
    assert answer.json()["name"] == "RESOURCE_NOT_FOUND"
    assert answer.json()["details"][0]["issue"] == "INVALID_RESOURCE_ID"
    assert answer.json()["debug_id"] == answer.headers["Paypal-Debug-Id"]


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


WITH_TAX_OF_2 = {"item_total": usd("20.00"), "tax_total": usd("2.00")}
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


@pytest.mark.parametrize(
    "body",
    [
        with_breakdown("23.00", item_total=usd("20.00"), tax_total=usd("3.00")),
        with_breakdown("27.00", item_total=usd("20.00"), shipping=usd("10.00"), discount=usd("3.00")),
        with_items("23.00", {"item_total": usd("20.00"), "tax_total": usd("3.00")}, tax=usd("1.50")),
        with_items("23.00", {"item_total": usd("20.00"), "tax_total": usd("3.00")}),
        with_amount("500", "JPY"),
        with_amount(".50"),
    ],
)
def test_consistent_amounts_are_accepted(paypal: Client, body: Any) -> None:
    assert paypal.create(body).status_code == 201


@pytest.mark.parametrize("body", [b"{", b"\xff", b"", b"[" * 20_000, b'{"intent": NaN}'])
def test_malformed_json_is_refused(paypal: Client, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}

    answer = paypal.session.post(f"{paypal.url}/v2/checkout/orders", data=body, headers=headers, timeout=5)

    assert get_issue(answer) == "400 MALFORMED_REQUEST_JSON"


def test_another_content_type_is_refused(paypal: Client) -> None:
    answer = paypal.session.post(f"{paypal.url}/v2/checkout/orders", data={"intent": "CAPTURE"}, timeout=5)

    assert answer.status_code == 415


def test_an_expired_order_is_not_found(paypal: Client) -> None:
    order_id = paypal.approved()

    paypal.control(f"orders/{order_id}/expire")

    assert paypal.get(f"/v2/checkout/orders/{order_id}").status_code == 404
    assert paypal.capture(order_id).status_code == 404


def test_an_orders_payee_is_shown(paypal: Client) -> None:
    order = paypal.create(build_order(payee={"merchant_id": "SOMEONEELSE"})).json()

    assert order["purchase_units"][0]["payee"] == {"merchant_id": "SOMEONEELSE"}


def test_an_unknown_path_is_a_404_in_json(paypal: Client) -> None:
    for path in ("/v2/checkout/orders/A/B", "/v1/nothing", "/nothing", "/_control/nothing"):
        assert paypal.get(path).status_code == 404
        assert paypal.get(path).json()["name"] == "RESOURCE_NOT_FOUND"


def test_the_buyers_address_is_shared_unless_the_order_needs_none(paypal: Client) -> None:
    needs_none = {"application_context": {"shipping_preference": "NO_SHIPPING"}}

    asked, not_asked = paypal.approved(), paypal.approved(build_order() | needs_none)

    assert "shipping" in paypal.get(f"/v2/checkout/orders/{asked}").json()["purchase_units"][0]
    assert "shipping" not in paypal.get(f"/v2/checkout/orders/{not_asked}").json()["purchase_units"][0]
