"""Capturing approved orders, exactly once."""

from concurrent.futures import ThreadPoolExecutor

from tests.paypal_simulator.clients import Client, build_order, get_capture, get_issue


def test_only_approved_orders_are_captured(paypal: Client) -> None:
    order_id = paypal.create().json()["id"]

    assert get_issue(paypal.capture(order_id)) == "422 ORDER_NOT_APPROVED"
    paypal.control(f"orders/{order_id}/approve", fund="card")
    captured = paypal.capture(order_id)

    assert captured.status_code == 201
    assert captured.json()["status"] == "COMPLETED"
    assert captured.json()["payer"]["payer_id"]
    assert captured.json()["payment_source"]["card"]["brand"] == "VISA"
    capture_id = get_capture(captured)["id"]
    assert paypal.get(f"/v2/payments/captures/{capture_id}").json() == get_capture(captured)


def test_a_capture_has_the_shops_ids_and_its_own_links(paypal: Client) -> None:
    order_id = paypal.approved(build_order(custom_id="shop-1", invoice_id="inv-1"))

    capture = get_capture(paypal.capture(order_id))

    assert (capture["custom_id"], capture["invoice_id"]) == ("shop-1", "inv-1")
    assert capture["supplementary_data"]["related_ids"]["order_id"] == order_id
    assert capture["seller_receivable_breakdown"]["gross_amount"] == capture["amount"]
    assert {link["rel"] for link in capture["links"]} == {"self", "refund", "up"}


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


def test_an_invoice_is_not_paid_twice(paypal: Client) -> None:
    paypal.paid(build_order(invoice_id="inv-1"))
    other = paypal.approved(build_order(invoice_id="inv-1"))

    assert get_issue(paypal.capture(other)) == "422 DUPLICATE_INVOICE_ID"


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


def test_an_unknown_capture_is_404(paypal: Client) -> None:
    assert paypal.get("/v2/payments/captures/NOSUCH").status_code == 404
    assert paypal.refund("NOSUCH").status_code == 404


def test_approving_twice_changes_nothing(paypal: Client) -> None:
    order_id = paypal.approved()
    payer = paypal.get(f"/v2/checkout/orders/{order_id}").json()["payer"]

    paypal.control(f"orders/{order_id}/approve")

    assert paypal.get(f"/v2/checkout/orders/{order_id}").json()["payer"] == payer
