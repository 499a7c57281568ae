"""PayPal's fees: in the breakdowns of captures and refunds, unknown at first, and given back."""

from typing import Any

import pytest

from tests.paypal_simulator.clients import Client, recent_transactions_path, usd


def get_breakdown(paypal: Client, capture_id: str) -> Any:
    return paypal.get(f"/v2/payments/captures/{capture_id}").json()["seller_receivable_breakdown"]


def test_a_completed_capture_has_a_fee(paypal: Client) -> None:
    _, capture_id = paypal.paid()

    breakdown = {"gross_amount": usd("23.00"), "paypal_fee": usd("1.29"), "net_amount": usd("21.71")}
    assert get_breakdown(paypal, capture_id) == breakdown


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
