"""Rules of the account, lags, lifetimes of keys, and fees."""

from typing import Any

import pytest

from tests.paypal_simulator.clients import Client, build_order, get_issue, recent_transactions_path, usd


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
