"""Refunds and reversals."""

from concurrent.futures import ThreadPoolExecutor

from tests.paypal_simulator.clients import Client, build_order, get_issue, usd


def test_a_refund_without_an_amount_refunds_the_rest(paypal: Client) -> None:
    _, capture_id = paypal.paid()

    first = paypal.refund(capture_id, "3.01")
    second = paypal.refund(capture_id)

    assert (first.status_code, first.json()["amount"]["value"]) == (201, "3.01")
    assert second.json()["amount"]["value"] == "19.99"
    assert second.json()["seller_payable_breakdown"]["total_refunded_amount"]["value"] == "23.00"
    assert paypal.get(f"/v2/payments/captures/{capture_id}").json()["status"] == "REFUNDED"
    assert get_issue(paypal.refund(capture_id)) == "422 CAPTURE_FULLY_REFUNDED"


def test_a_refund_above_the_rest_is_refused(paypal: Client) -> None:
    _, capture_id = paypal.paid()
    paypal.refund(capture_id, "20.00")

    assert get_issue(paypal.refund(capture_id, "3.01")) == "422 REFUND_AMOUNT_EXCEEDED"
    assert paypal.refund(capture_id, "3.00").status_code == 201


def test_concurrent_refunds_never_exceed_the_captured_amount(paypal: Client) -> None:
    _, capture_id = paypal.paid()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: paypal.refund(capture_id, "10.00", key=f"r{n}").status_code, range(8)))

    assert sorted(answers) == [201] * 2 + [422] * 6


def test_a_refund_in_another_currency_or_of_zero_is_refused(paypal: Client) -> None:
    _, capture_id = paypal.paid()
    path = f"/v2/payments/captures/{capture_id}/refund"

    assert get_issue(paypal.refund(capture_id, "0.00")) == "422 CANNOT_BE_ZERO_OR_NEGATIVE"
    assert get_issue(paypal.refund(capture_id, "1.005")) == "422 DECIMAL_PRECISION"
    euros = paypal.post(path, {"amount": {"currency_code": "EUR", "value": "1.00"}})
    assert get_issue(euros) == "422 REFUND_CAPTURE_CURRENCY_MISMATCH"


def test_a_pending_capture_is_not_refunded(paypal: Client) -> None:
    paypal.control("faults", call="capture", kind="pending")
    _, capture_id = paypal.paid()

    assert get_issue(paypal.refund(capture_id)) == "422 PENDING_CAPTURE"


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


def test_a_reversal_is_shown_in_the_order(paypal: Client) -> None:
    order_id, capture_id = paypal.paid()

    paypal.control(f"captures/{capture_id}/reverse")

    payments = paypal.get(f"/v2/checkout/orders/{order_id}").json()["purchase_units"][0]["payments"]
    assert payments["captures"][0]["status"] == "REFUNDED"
    assert payments["refunds"][0]["amount"]["value"] == "23.00"


def test_a_part_can_be_refunded_on_paypals_website(paypal: Client) -> None:
    _, capture_id = paypal.paid()

    paypal.control(f"captures/{capture_id}/refund", amount="5.00")

    assert paypal.get(f"/v2/payments/captures/{capture_id}").json()["status"] == "PARTIALLY_REFUNDED"


def test_a_refund_has_the_fields_of_its_request(paypal: Client) -> None:
    order_id, capture_id = paypal.paid(build_order(custom_id="shop-1", invoice_id="inv-1"))
    sent = {"amount": usd("3.00"), "custom_id": "refund-7", "invoice_id": "inv-7", "note_to_payer": "Sorry"}

    made = paypal.post(f"/v2/payments/captures/{capture_id}/refund", sent).json()

    listed = paypal.get(f"/v2/checkout/orders/{order_id}").json()["purchase_units"][0]["payments"]["refunds"][0]
    for shown in (made, listed, paypal.get(f"/v2/payments/refunds/{made['id']}").json()):
        assert {name: shown[name] for name in sent} == sent


def test_a_refund_may_have_another_amount_than_requested(paypal: Client) -> None:
    _, capture_id = paypal.paid()
    paypal.control("faults", call="refund", kind="wrong_amount", amount="7.00")

    assert paypal.refund(capture_id, "3.00").json()["amount"]["value"] == "7.00"
    assert paypal.refund(capture_id).json()["amount"]["value"] == "16.00"


def test_a_pending_refund_may_be_cancelled(paypal: Client) -> None:
    _, capture_id = paypal.paid()
    paypal.control("faults", call="refund", kind="pending")
    refund = paypal.refund(capture_id).json()

    paypal.control(f"refunds/{refund['id']}/cancel")

    assert paypal.get(f"/v2/payments/refunds/{refund['id']}").json()["status"] == "CANCELLED"
    assert paypal.refund(capture_id).json()["status"] == "COMPLETED"
