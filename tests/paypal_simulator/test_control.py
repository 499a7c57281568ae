"""The control page and the approval window, which only the shop may open."""

from typing import Any

import pytest

from tests.paypal_simulator.clients import SHOP, Client


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
