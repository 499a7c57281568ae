"""The transaction list."""

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.paypal_simulator.clients import Client, build_order


def list_transactions(paypal: Client, **query: Any) -> Any:
    now = datetime.now(UTC)
    span = {"start_date": (now - timedelta(days=1)).isoformat(), "end_date": (now + timedelta(days=1)).isoformat()}
    return paypal.get("/v1/reporting/transactions", params={**span, **query})


def list_infos(paypal: Client, **query: Any) -> list[dict[str, Any]]:
    details = list_transactions(paypal, **query).json()["transaction_details"]
    return [entry["transaction_info"] for entry in details]


def test_payments_refunds_and_reversals_are_listed_with_their_signs(paypal: Client) -> None:
    _, capture_id = paypal.paid(build_order(custom_id="shop-1", invoice_id="inv-1"))
    refund_id = paypal.refund(capture_id, "3.00").json()["id"]
    _, other_id = paypal.paid()
    paypal.control(f"captures/{other_id}/reverse")

    by_id = {info["transaction_id"]: info for info in list_infos(paypal)}

    assert len(by_id) == 4
    payment, refund = by_id[capture_id], by_id[refund_id]
    assert (payment["transaction_event_code"], payment["transaction_amount"]["value"]) == ("T0006", "23.00")
    assert (payment["custom_field"], payment["invoice_id"]) == ("shop-1", "inv-1")
    assert payment["fee_amount"]["value"] == "-1.29"
    assert (refund["transaction_event_code"], refund["transaction_amount"]["value"]) == ("T1107", "-3.00")
    assert refund["paypal_reference_id"] == capture_id
    assert "T1106" in {info["transaction_event_code"] for info in by_id.values()}


def test_withdrawals_and_donations_are_listed_without_an_order(paypal: Client) -> None:
    withdrawal = paypal.control("withdrawals", amount={"currency_code": "USD", "value": "50.00"})
    donation = paypal.control("donations")

    by_id = {info["transaction_id"]: info for info in list_infos(paypal)}

    assert by_id.keys() == {withdrawal["id"], donation["id"]}
    shown = by_id[withdrawal["id"]]
    assert (shown["transaction_event_code"], shown["transaction_amount"]["value"]) == ("T0400", "-50.00")
    shown = by_id[donation["id"]]
    assert (shown["transaction_event_code"], shown["transaction_amount"]["value"]) == ("T0013", "10.00")
    assert shown["fee_amount"]["value"] == "-0.84"


def test_the_list_is_filtered_and_paged(paypal: Client) -> None:
    ids = [paypal.paid()[1] for _ in range(3)]

    page = list_transactions(paypal, page_size=2, page=2).json()

    assert (page["total_items"], page["total_pages"], len(page["transaction_details"])) == (3, 2, 1)
    assert [info["transaction_id"] for info in list_infos(paypal, transaction_id=ids[1])] == [ids[1]]
    assert list_infos(paypal, transaction_status="D") == []
    assert list_infos(paypal, start_date="2020-01-01T00:00:00Z", end_date="2020-01-31T00:00:00+0000") == []
