"""Creating orders, captures and refunds, what PayPal refuses, and orders of other merchants."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.paypal_simulator.clients import Client, build_order, get_issue, usd


def with_amount(value: Any, currency: Any = "USD") -> dict[str, Any]:
    return build_order(amount={"currency_code": currency, "value": value})


def with_breakdown(total: str, **breakdown: Any) -> dict[str, Any]:
    return build_order(amount={**usd(total), "breakdown": breakdown})


def with_items(total: str, breakdown: dict[str, Any], **item: Any) -> dict[str, Any]:
    items = [{"name": "Draft", "quantity": "2", "unit_amount": usd("10.00"), **item}]
    return build_order(amount={**usd(total), "breakdown": breakdown}, items=items)


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


def test_an_expired_order_is_not_found(paypal: Client) -> None:
    order_id = paypal.approved()

    paypal.control(f"orders/{order_id}/expire")

    assert paypal.get(f"/v2/checkout/orders/{order_id}").status_code == 404
    assert paypal.capture(order_id).status_code == 404


def test_of_concurrent_captures_only_one_succeeds(paypal: Client) -> None:
    order_id = paypal.approved()

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda n: paypal.capture(order_id, key=f"key-{n}").status_code, range(16)))

    assert sorted(answers) == [201] + [422] * 15
    assert len(paypal.state()["captures"]) == 1


def test_a_refund_without_an_amount_refunds_the_rest(paypal: Client) -> None:
    _, capture_id = paypal.paid()

    first = paypal.refund(capture_id, "3.01")
    second = paypal.refund(capture_id)

    assert (first.status_code, first.json()["amount"]["value"]) == (201, "3.01")
    assert second.json()["amount"]["value"] == "19.99"
    assert second.json()["seller_payable_breakdown"]["total_refunded_amount"]["value"] == "23.00"
    assert paypal.get(f"/v2/payments/captures/{capture_id}").json()["status"] == "REFUNDED"
    assert get_issue(paypal.refund(capture_id)) == "422 CAPTURE_FULLY_REFUNDED"


# --- Tokens -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("header", ["", "Bearer nobody-gave-this", "Basic c2ltOnNpbQ=="])
def test_a_call_without_a_valid_token_is_a_401(paypal: Client, header: str) -> None:
    paypal.session.headers["Authorization"] = header

    answer = paypal.create()

    assert answer.status_code == 401
    assert answer.json()["name"] == "AUTHENTICATION_FAILURE"
    assert paypal.state()["orders"] == []
