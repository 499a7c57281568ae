"""Rules: account settings, lags and key lifetimes."""

import pytest

from tests.paypal_simulator.clients import Client, build_order, get_issue, recent_transactions_path


@pytest.mark.parametrize(("unique", "second"), [(True, 422), (False, 201)])
def test_a_rule_may_allow_two_payments_with_one_invoice_id(paypal: Client, unique: bool, second: int) -> None:
    paypal.control("rules", unique_invoice_ids=unique)
    one, other = (paypal.approved(build_order(custom_id="shop-1", invoice_id="shop-1")) for _ in range(2))

    assert paypal.capture(one).status_code == 201
    assert paypal.capture(other).status_code == second


def test_two_captures_with_one_invoice_id_may_be_pending(paypal: Client) -> None:
    paypal.control("rules", unique_invoice_ids=False)
    paypal.control("faults", call="capture", kind="pending", times=2)

    for _ in range(2):
        paypal.paid(build_order(custom_id="shop-1", invoice_id="shop-1"))

    assert [capture["status"] for capture in paypal.state()["captures"]] == ["PENDING", "PENDING"]


def test_new_orders_and_captures_cannot_be_found_during_the_lag(paypal: Client) -> None:
    order_id, capture_id = paypal.paid()
    paypal.control("rules", lag=60)

    for path in (f"/v2/checkout/orders/{order_id}", f"/v2/payments/captures/{capture_id}"):
        assert get_issue(paypal.get(path)) == "404 INVALID_RESOURCE_ID"
    assert get_issue(paypal.refund(capture_id)) == "404 INVALID_RESOURCE_ID"
    paypal.control("rules", lag=0)
    assert paypal.get(f"/v2/checkout/orders/{order_id}").json()["status"] == "COMPLETED"


def test_the_transaction_list_may_lag(paypal: Client) -> None:
    paypal.paid()
    path = recent_transactions_path()
    assert paypal.get(path).json()["total_items"] == 1

    paypal.control("rules", report_lag=3600)

    assert paypal.get(path).json()["total_items"] == 0


def test_a_rule_sets_the_lifetime_of_request_ids(paypal: Client) -> None:
    _, capture_id = paypal.paid()
    first = paypal.refund(capture_id, "3.00", key="r1").json()["id"]
    assert paypal.refund(capture_id, "3.00", key="r1").json()["id"] == first

    paypal.control("rules", refund_ids_kept=0)

    assert paypal.refund(capture_id, "3.00", key="r1").json()["id"] != first
    assert len(paypal.state()["refunds"]) == 2


def test_credentials_can_be_refused_for_a_while(paypal: Client) -> None:
    paypal.control("rules", credentials_accepted=False)

    assert paypal.create().status_code == 401
    with pytest.raises(KeyError, match="access_token"):
        paypal.authorize()
    paypal.control("rules", credentials_accepted=True)
    assert paypal.create().status_code == 201


def test_rules_are_shown_and_a_reset_restores_the_defaults(paypal: Client) -> None:
    as_it_was = paypal.state()["rules"]
    assert as_it_was["capture_ids_kept"] == 6 * 3600
    assert as_it_was["refund_ids_kept"] == 45 * 24 * 3600

    assert paypal.control("rules", lag=5)["lag"] == 5
    paypal.control("reset")

    assert paypal.state()["rules"] == as_it_was


@pytest.mark.parametrize("change", [{"lag": -1}, {"lag": "long"}, {"unique_invoice_ids": "maybe"}, {"gravity": 1}])
def test_an_invalid_rule_changes_nothing(paypal: Client, change: dict[str, object]) -> None:
    as_it_was = paypal.state()["rules"]

    assert paypal.post("/_control/rules", {"report_lag": 7, **change}).status_code == 400
    assert paypal.state()["rules"] == as_it_was


def test_calls_are_counted_by_name(paypal: Client) -> None:
    order_id = paypal.approved()
    for _ in range(3):
        paypal.get(f"/v2/checkout/orders/{order_id}")

    assert {name: paypal.state()["counts"][name] for name in ("create", "get")} == {"create": 1, "get": 3}
