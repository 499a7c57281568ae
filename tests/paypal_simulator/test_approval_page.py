"""The approval window's HTML, and PayPal's script."""

from typing import Any

import pytest

from tests.paypal_simulator.clients import SHOP, Client, build_order, get_capture, get_issue, usd


def get_window(paypal: Client, order_id: str, **query: str) -> Any:
    return paypal.get("/checkoutnow", params={"token": order_id, "origin": SHOP, **query})


def test_the_window_shows_payee_amount_items_and_that_it_is_a_simulator(paypal: Client) -> None:
    item = {"name": "Friday <Draft>", "quantity": "2", "unit_amount": usd("10.00")}
    amount = {**usd("23.00"), "breakdown": {"item_total": usd("20.00"), "tax_total": usd("3.00")}}
    order = {"intent": "CAPTURE", "purchase_units": [{"amount": amount, "items": [item]}]}

    page = get_window(paypal, paypal.create(order).json()["id"])

    assert page.status_code == 200
    for text in ("SIMULATOR", "no real money", "Charity Card Shop", "$23.00 USD", "Friday &lt;Draft&gt;", "2 × $10.00"):
        assert text in page.text
    assert "shop@example.com" in page.text
    assert "Card number" not in page.text


def test_the_card_form_has_card_fields(paypal: Client) -> None:
    assert "Card number" in get_window(paypal, paypal.create().json()["id"], fund="card").text


@pytest.mark.parametrize("origin", ["", "http://evil.example.com", f"{SHOP}/", f"{SHOP}.evil.example.com", "null", "*"])
def test_an_unknown_origin_gets_no_window(paypal: Client, origin: str) -> None:
    page = get_window(paypal, paypal.create().json()["id"], origin=origin)

    assert page.status_code == 400
    assert "approval.js" not in page.text


def test_only_the_shop_may_frame_the_window_which_keeps_its_opener(paypal: Client) -> None:
    headers = get_window(paypal, paypal.create().json()["id"]).headers

    assert "X-Frame-Options" not in headers
    assert f"frame-ancestors {SHOP}" in headers["Content-Security-Policy"]
    assert "unsafe-inline" not in headers["Content-Security-Policy"]
    assert headers["Cross-Origin-Opener-Policy"] == "unsafe-none"


def test_unknown_and_paid_orders_have_no_approval_form(paypal: Client) -> None:
    order_id, _ = paypal.paid()

    assert get_window(paypal, "NOSUCHORDER").status_code == 404
    assert get_window(paypal, order_id).status_code == 409


def test_pay_now_approves_the_order(paypal: Client) -> None:
    order_id = paypal.create().json()["id"]

    answer = paypal.post(f"/checkoutnow/{order_id}/approve", {"fund": "card"}, headers={"Origin": paypal.url})

    order = paypal.get(f"/v2/checkout/orders/{order_id}").json()
    assert order["status"] == "APPROVED"
    assert order["payer"]["payer_id"] == answer.json()["payerId"]
    assert "card" in order["payment_source"]


def test_the_buyer_can_choose_a_decline_or_a_review(paypal: Client) -> None:
    declined, pending, other = (paypal.create(build_order()).json()["id"] for _ in range(3))
    paypal.post(f"/checkoutnow/{declined}/approve", {"outcome": "declined"})
    paypal.post(f"/checkoutnow/{pending}/approve", {"outcome": "pending"})
    paypal.post(f"/checkoutnow/{other}/approve", {"outcome": "completed"})

    assert get_capture(paypal.capture(other))["status"] == "COMPLETED"
    assert get_issue(paypal.capture(declined)) == "422 INSTRUMENT_DECLINED"
    assert get_capture(paypal.capture(pending))["status"] == "PENDING"


def test_cancelling_leaves_the_order_unchanged(paypal: Client) -> None:
    order_id = paypal.create().json()["id"]

    assert paypal.post(f"/checkoutnow/{order_id}/cancel", {}).status_code == 200
    assert paypal.state()["orders"][0]["status"] == "CREATED"
    assert paypal.state()["orders"][0]["note"] == "The buyer canceled"


def test_the_script_is_served_to_other_origins(paypal: Client) -> None:
    answer = paypal.get("/web-sdk/v6/core")

    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "window.paypal" in answer.text
    assert ', "*")' not in answer.text + paypal.get("/assets/approval.js").text
