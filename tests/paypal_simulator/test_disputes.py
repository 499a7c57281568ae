"""Reversals, chargebacks and disputes."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.paypal_simulator.clients import Client, build_order


def search_transactions(paypal: Client, **query: Any) -> Any:
    now = datetime.now(UTC)
    span = {"start_date": (now - timedelta(days=1)).isoformat(), "end_date": (now + timedelta(days=1)).isoformat()}
    return paypal.get("/v1/reporting/transactions", params={**span, **query})


def list_infos(paypal: Client, **query: Any) -> list[dict[str, Any]]:
    details = search_transactions(paypal, **query).json()["transaction_details"]
    return [entry["transaction_info"] for entry in details]


def list_transactions(paypal: Client) -> list[tuple[str, str]]:
    """Return the event codes and amounts."""
    return [(info["transaction_event_code"], info["transaction_amount"]["value"]) for info in list_infos(paypal)]


def get_payments(paypal: Client, order_id: str) -> Any:
    return paypal.get(f"/v2/checkout/orders/{order_id}").json()["purchase_units"][0]["payments"]


@pytest.mark.parametrize(
    ("listed", "status", "refunds"), [("refunds", "REFUNDED", 1), ("status", "REFUNDED", 0), ("no", "COMPLETED", 0)]
)
@pytest.mark.parametrize(("action", "code"), [("reverse", "T1106"), ("chargeback", "T1201")])
def test_an_order_may_show_a_reversal_or_not(
    paypal: Client, action: str, code: str, listed: str, status: str, refunds: int
) -> None:
    order_id, capture_id = paypal.paid()

    reversal = paypal.control(f"captures/{capture_id}/{action}", listed=listed)

    shown = get_payments(paypal, order_id)
    assert (
        shown["captures"][0]["status"] == paypal.get(f"/v2/payments/captures/{capture_id}").json()["status"] == status
    )
    assert len(shown.get("refunds", [])) == refunds
    assert paypal.get(f"/v2/payments/refunds/{reversal['id']}").status_code == (200 if refunds else 404)
    assert (code, "-23.00") in list_transactions(paypal)


def test_every_change_of_a_dispute_has_a_webhook(start: Callable[..., Client]) -> None:
    paypal = start(webhook_url="http://127.0.0.1:9")
    paypal.control("webhooks/hold", held=True)
    _, capture_id = paypal.paid(build_order(custom_id="shop-1", invoice_id="inv-1"))
    case = paypal.control(f"captures/{capture_id}/dispute", reason="UNAUTHORISED", hold=True)["dispute_id"]
    paypal.control(f"disputes/{case}/update", stage="CHARGEBACK", status="UNDER_REVIEW")
    paypal.control(f"disputes/{case}/resolve", outcome="RESOLVED_BUYER_FAVOUR")

    about = {sent["event"]["event_type"]: sent["event"] for sent in paypal.state()["webhooks"]}

    opened, changed, ended = (about[f"CUSTOMER.DISPUTE.{end}"] for end in ("CREATED", "UPDATED", "RESOLVED"))
    assert opened["resource_type"] == "dispute"
    assert "id" not in opened["resource"]
    assert opened["resource"]["dispute_id"] == case
    [transaction] = opened["resource"]["disputed_transactions"]
    assert (transaction["seller_transaction_id"], transaction["custom"]) == (capture_id, "shop-1")
    assert opened["resource"]["dispute_amount"] == {"currency_code": "USD", "value": "23.00"}
    assert (opened["resource"]["status"], opened["resource"]["dispute_life_cycle_stage"]) == ("OPEN", "INQUIRY")
    assert changed["resource"]["dispute_life_cycle_stage"] == "CHARGEBACK"
    assert ended["resource"]["status"] == "RESOLVED"
    assert ended["resource"]["dispute_outcome"] == {
        "outcome_code": "RESOLVED_BUYER_FAVOUR",
        "amount_refunded": {"currency_code": "USD", "value": "23.00"},
    }
    assert "PAYMENT.CAPTURE.REVERSED" in about


@pytest.mark.parametrize(
    ("outcome", "channel", "last"),
    [
        ("RESOLVED_BUYER_FAVOUR", "INTERNAL", {("T1111", "23.00"), ("T1106", "-23.00")}),
        ("ACCEPTED", "EXTERNAL", {("T1111", "23.00"), ("T1201", "-23.00")}),
        ("RESOLVED_SELLER_FAVOUR", "INTERNAL", {("T1111", "23.00")}),
        ("CANCELED_BY_BUYER", "INTERNAL", {("T1111", "23.00")}),
    ],
)
def test_the_outcome_decides_about_the_reversal(
    paypal: Client, outcome: str, channel: str, last: set[tuple[str, str]]
) -> None:
    _, capture_id = paypal.paid()
    case = paypal.control(f"captures/{capture_id}/dispute", hold=True, channel=channel)["dispute_id"]

    paypal.control(f"disputes/{case}/resolve", outcome=outcome, listed="no")

    assert set(list_transactions(paypal)) == {("T0006", "23.00"), ("T1110", "-23.00")} | last
    assert paypal.post(f"/_control/disputes/{case}/resolve", {}).status_code == 422
