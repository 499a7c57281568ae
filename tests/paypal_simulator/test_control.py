"""The control page and the approval window, which only the shop may open."""

from typing import Any

import pytest
import requests

from tests.paypal_simulator.clients import SHOP, Client, build_order


def test_the_control_page_shows_the_state_without_javascript(paypal: Client) -> None:
    order_id, capture_id = paypal.paid(build_order(custom_id="<b>shop-1</b>"))
    refund_id = paypal.refund(capture_id, "3.00").json()["id"]
    paypal.control("faults", call="capture", kind="decline", order="shop-9")

    page = paypal.get("/")

    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "script" not in page.text
    for text in (order_id, capture_id, refund_id, "shop-9", "no real money", "&lt;b&gt;shop-1"):
        assert text in page.text
    assert "<b>shop-1" not in page.text


def test_forms_on_the_control_page_redirect_back_to_it(paypal: Client) -> None:
    order_id = paypal.create().json()["id"]

    answer = requests.post(
        f"{paypal.url}/_control/orders/{order_id}/approve",
        data={"fund": "paypal"},
        headers={"Origin": paypal.url},
        allow_redirects=False,
        timeout=5,
    )

    assert (answer.status_code, answer.headers["Location"]) == (303, "/?open=orders#orders")
    assert paypal.get(f"/_control/orders/{order_id}").json()["status"] == "APPROVED"


@pytest.mark.parametrize("origin", ["http://evil.example.com", "null"])
def test_pages_of_other_origins_may_not_post(paypal: Client, origin: str) -> None:
    order_id = paypal.create().json()["id"]

    for path in (f"/_control/orders/{order_id}/approve", f"/checkoutnow/{order_id}/approve"):
        assert paypal.post(path, {}, headers={"Origin": origin}).status_code == 403
    assert paypal.state()["orders"][0]["status"] == "CREATED"


def get_window(paypal: Client, order_id: str, **query: str) -> Any:
    return paypal.get("/checkoutnow", params={"token": order_id, "origin": SHOP, **query})


@pytest.mark.parametrize("origin", ["http://evil.example.com", f"{SHOP}.evil.example.com", "null"])
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
