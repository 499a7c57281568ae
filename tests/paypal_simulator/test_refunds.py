"""Money that goes back, asked for by the shop or not."""

from concurrent.futures import ThreadPoolExecutor

from tests.paypal_simulator.cast import Client, an_order, issue, usd


def test_a_refund_without_an_amount_gives_back_all_that_is_left(paypal: Client) -> None:
    _, capture_id = paypal.paid()

    first = paypal.refund(capture_id, "3.01")
    second = paypal.refund(capture_id)

    assert (first.status_code, first.json()["amount"]["value"]) == (201, "3.01")
    assert second.json()["amount"]["value"] == "19.99"
    assert second.json()["seller_payable_breakdown"]["total_refunded_amount"]["value"] == "23.00"
    assert paypal.get(f"/v2/payments/captures/{capture_id}").json()["status"] == "REFUNDED"
    assert issue(paypal.refund(capture_id)) == "422 CAPTURE_FULLY_REFUNDED"


def test_a_refund_beyond_what_is_left_is_refused(paypal: Client) -> None:
    _, capture_id = paypal.paid()
    paypal.refund(capture_id, "20.00")

    assert issue(paypal.refund(capture_id, "3.01")) == "422 REFUND_AMOUNT_EXCEEDED"
    assert paypal.refund(capture_id, "3.00").status_code == 201


def test_refunds_at_once_never_give_back_more_than_was_taken(paypal: Client) -> None:
    _, capture_id = paypal.paid()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: paypal.refund(capture_id, "10.00", key=f"r{n}").status_code, range(8)))

    assert sorted(answers) == [201] * 2 + [422] * 6


def test_a_refund_is_refused_in_another_currency_and_for_nothing(paypal: Client) -> None:
    _, capture_id = paypal.paid()
    path = f"/v2/payments/captures/{capture_id}/refund"

    assert issue(paypal.refund(capture_id, "0.00")) == "422 CANNOT_BE_ZERO_OR_NEGATIVE"
    assert issue(paypal.refund(capture_id, "1.005")) == "422 DECIMAL_PRECISION"
    euros = paypal.post(path, {"amount": {"currency_code": "EUR", "value": "1.00"}})
    assert issue(euros) == "422 REFUND_CAPTURE_CURRENCY_MISMATCH"


def test_a_pending_capture_is_not_refunded(paypal: Client) -> None:
    paypal.control("faults", call="capture", kind="pending")
    _, capture_id = paypal.paid()

    assert issue(paypal.refund(capture_id)) == "422 PENDING_CAPTURE"


def test_a_pending_refund_counts_until_it_fails(paypal: Client) -> None:
    _, capture_id = paypal.paid()
    paypal.control("faults", call="refund", kind="pending")
    refund = paypal.refund(capture_id).json()
    assert refund["status"] == "PENDING"
    assert paypal.get(f"/v2/payments/captures/{capture_id}").json()["status"] == "COMPLETED"
    assert issue(paypal.refund(capture_id)) == "422 CAPTURE_FULLY_REFUNDED"

    paypal.control(f"refunds/{refund['id']}/fail")

    assert paypal.get(f"/v2/payments/refunds/{refund['id']}").json()["status"] == "FAILED"
    assert paypal.refund(capture_id).json()["status"] == "COMPLETED"


def test_money_reversed_from_paypals_side_shows_in_the_order(paypal: Client) -> None:
    order_id, capture_id = paypal.paid()

    paypal.control(f"captures/{capture_id}/reverse")

    payments = paypal.get(f"/v2/checkout/orders/{order_id}").json()["purchase_units"][0]["payments"]
    assert payments["captures"][0]["status"] == "REFUNDED"
    assert payments["refunds"][0]["amount"]["value"] == "23.00"


def test_staff_at_paypal_can_refund_a_part(paypal: Client) -> None:
    _, capture_id = paypal.paid()

    paypal.control(f"captures/{capture_id}/refund", amount="5.00")

    assert paypal.get(f"/v2/payments/captures/{capture_id}").json()["status"] == "PARTIALLY_REFUNDED"


def test_a_refund_carries_what_its_request_said(paypal: Client) -> None:
    order_id, capture_id = paypal.paid(an_order(custom_id="shop-1", invoice_id="inv-1"))
    said = {"amount": usd("3.00"), "custom_id": "refund-7", "invoice_id": "inv-7", "note_to_payer": "Sorry"}

    made = paypal.post(f"/v2/payments/captures/{capture_id}/refund", said).json()

    listed = paypal.get(f"/v2/checkout/orders/{order_id}").json()["purchase_units"][0]["payments"]["refunds"][0]
    for shown in (made, listed, paypal.get(f"/v2/payments/refunds/{made['id']}").json()):
        assert {name: shown[name] for name in said} == said


def test_a_refund_may_move_another_amount_than_asked(paypal: Client) -> None:
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
