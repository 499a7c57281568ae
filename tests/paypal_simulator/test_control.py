"""The control page and the control interface."""

import json
import time

import pytest
import requests

from tests.paypal_simulator.clients import Client, build_order


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


def test_the_refund_form_takes_a_plain_amount_or_none(paypal: Client) -> None:
    _, capture_id = paypal.paid()

    for amount in ("3.00", ""):
        requests.post(f"{paypal.url}/_control/captures/{capture_id}/refund", data={"amount": amount}, timeout=5)

    assert [refund["amount"]["value"] for refund in paypal.state()["refunds"]] == ["20.00", "3.00"]


@pytest.mark.parametrize("origin", ["http://evil.example.com", "null"])
def test_pages_of_other_origins_may_not_post(paypal: Client, origin: str) -> None:
    order_id = paypal.create().json()["id"]

    for path in (f"/_control/orders/{order_id}/approve", f"/checkoutnow/{order_id}/approve"):
        assert paypal.post(path, {}, headers={"Origin": origin}).status_code == 403
    assert paypal.state()["orders"][0]["status"] == "CREATED"


def test_every_response_can_be_delayed(paypal: Client) -> None:
    paypal.control("delay", seconds=0.3)
    began = time.monotonic()

    paypal.create()

    assert time.monotonic() - began >= 0.3
    assert paypal.post("/_control/delay", {"seconds": 1000}).status_code == 400


def test_a_reset_deletes_everything(paypal: Client) -> None:
    order_id, _ = paypal.paid()
    paypal.control("faults", call="any", kind="slow")

    paypal.control("reset")

    state = paypal.state()
    assert [state[name] for name in ("orders", "captures", "refunds", "webhooks", "faults", "calls")] == [[]] * 6
    paypal.authorize()
    assert paypal.get(f"/v2/checkout/orders/{order_id}").status_code == 404


def test_the_calls_of_the_shop_are_listed_newest_first(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.capture(order_id, key="c1")

    newest = paypal.state()["calls"][0]

    assert newest["path"] == f"/v2/checkout/orders/{order_id}/capture"
    assert (newest["status"], newest["request_id"]) == (201, "c1")


def test_an_order_can_be_approved_by_another_buyer(paypal: Client) -> None:
    order_id = paypal.create().json()["id"]

    paypal.control(f"orders/{order_id}/approve", payer={"email_address": "ana@example.com"})

    assert paypal.get(f"/v2/checkout/orders/{order_id}").json()["payer"]["email_address"] == "ana@example.com"


@pytest.mark.parametrize("body", [b"[]", b"{", b"\xff", b"[" * 20_000])
def test_a_body_that_is_no_object_is_a_400(paypal: Client, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}

    assert requests.post(f"{paypal.url}/_control/faults", data=body, headers=headers, timeout=5).status_code == 400


def test_huge_and_chunked_bodies_are_refused(paypal: Client) -> None:
    huge = requests.post(f"{paypal.url}/_control/faults", data=b"x" * 1_100_000, timeout=5)
    chunked = requests.post(f"{paypal.url}/_control/faults", data=iter([json.dumps({}).encode()]), timeout=5)

    assert (huge.status_code, chunked.status_code) == (413, 411)


def test_the_saved_state_is_restored(paypal: Client) -> None:
    order_id, capture_id = paypal.paid(build_order())
    before = paypal.state()
    paypal.control("keep")
    paypal.refund(capture_id, "3.00")
    later_id, _ = paypal.paid(build_order())
    paypal.control("faults", call="capture", kind="decline")

    paypal.control("back")

    after = paypal.state()
    assert {name: after[name] for name in ("orders", "captures", "refunds", "webhooks", "faults")} == {
        name: before[name] for name in ("orders", "captures", "refunds", "webhooks", "faults")
    }
    assert paypal.get(f"/_control/orders/{later_id}").status_code == 404
    assert paypal.paid(build_order())[0] not in {order_id, later_id}
