"""Captures and refunds."""

from concurrent.futures import ThreadPoolExecutor

from tests.paypal_simulator.clients import Client, build_order, get_capture, get_issue, usd


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


def test_an_invoice_whose_capture_was_denied_can_be_paid(paypal: Client) -> None:
    paypal.control("faults", call="capture", kind="pending")
    _, capture_id = paypal.paid(build_order(invoice_id="inv-1"))
    other = paypal.approved(build_order(invoice_id="inv-1"))
    assert get_issue(paypal.capture(other)) == "422 DUPLICATE_INVOICE_ID"

    paypal.control(f"captures/{capture_id}/deny")

    assert paypal.capture(other).status_code == 201


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


def test_a_refund_has_the_fields_of_its_request(paypal: Client) -> None:
    order_id, capture_id = paypal.paid(build_order(custom_id="shop-1", invoice_id="inv-1"))
    sent = {"amount": usd("3.00"), "custom_id": "refund-7", "invoice_id": "inv-7", "note_to_payer": "Sorry"}

    made = paypal.post(f"/v2/payments/captures/{capture_id}/refund", sent).json()

    listed = paypal.get(f"/v2/checkout/orders/{order_id}").json()["purchase_units"][0]["payments"]["refunds"][0]
    for shown in (made, listed, paypal.get(f"/v2/payments/refunds/{made['id']}").json()):
        assert {name: shown[name] for name in sent} == sent
