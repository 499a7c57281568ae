"""PayPal-Request-Id: repeated requests have no effect, changed ones are refused; and unclear responses."""

from collections.abc import Callable

import pytest
import requests

from paypal_simulator.faults.odd_bodies import BODIES, DETAILS
from tests.paypal_simulator.clients import Client, build_order, get_capture, get_issue


def test_a_repeated_id_and_body_get_the_same_response(paypal: Client) -> None:
    first, again = paypal.create(key="k1"), paypal.create(key="k1")

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert len(paypal.state()["orders"]) == 1


def test_a_repeated_id_with_another_body_is_refused(paypal: Client) -> None:
    paypal.create(build_order("23.00"), key="k1")

    assert get_issue(paypal.create(build_order("24.00"), key="k1")) == "422 DUPLICATE_REQUEST_ID"
    assert len(paypal.state()["orders"]) == 1


def test_repeated_captures_and_refunds_have_no_effect(paypal: Client) -> None:
    order_id = paypal.approved()
    first, again = paypal.capture(order_id, key="c1"), paypal.capture(order_id, key="c1")
    capture_id = get_capture(first)["id"]
    refunds = [paypal.refund(capture_id, "5.00", key="r1").json()["id"] for _ in range(3)]

    assert get_capture(again)["id"] == capture_id
    assert len(set(refunds)) == 1
    assert len(paypal.state()["refunds"]) == 1


def test_a_refusal_is_stored(paypal: Client) -> None:
    order_id = paypal.create().json()["id"]
    paypal.capture(order_id, key="c1")
    paypal.control(f"orders/{order_id}/approve")

    assert get_issue(paypal.capture(order_id, key="c1")) == "422 ORDER_NOT_APPROVED"
    assert paypal.capture(order_id, key="c2").status_code == 201


def test_a_call_with_an_expired_id_takes_effect_again(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.capture(order_id, key="c1")

    paypal.control("request-ids/forget")

    assert get_issue(paypal.capture(order_id, key="c1")) == "422 ORDER_ALREADY_CAPTURED"


CALLS = ("create", "capture", "refund")
Made = Callable[[], int]
Ask = Callable[[], requests.Response]


def prepare_call(paypal: Client, call: str) -> tuple[Ask, Made]:
    """Return a request that would succeed, always with the same key, and a count of its effects so far."""
    if call == "create":
        return lambda: paypal.create(build_order(custom_id="shop-1"), key="k1"), lambda: len(paypal.state()["orders"])
    if call == "capture":
        order_id = paypal.approved(build_order(custom_id="shop-1"))
        return lambda: paypal.capture(order_id, key="k1"), lambda: len(paypal.state()["captures"])
    _, capture_id = paypal.paid(build_order(custom_id="shop-1"))
    return lambda: paypal.refund(capture_id, "3.00", key="k1"), lambda: len(paypal.state()["refunds"])


def get_error_name(answer: requests.Response) -> str:
    return f"{answer.status_code} {answer.json()['name']}"


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("unauthorized_401", "401 AUTHENTICATION_FAILURE"),
        ("forbidden_403", "403 NOT_AUTHORIZED"),
        ("not_found_404", "404 RESOURCE_NOT_FOUND"),
        ("conflict_409", "409 RESOURCE_CONFLICT"),
    ],
)
@pytest.mark.parametrize(("suffix", "made"), [("before", 0), ("after", 1)])
def test_an_error_comes_with_or_without_effect(
    paypal: Client, call: str, kind: str, name: str, suffix: str, made: int
) -> None:
    ask, count = prepare_call(paypal, call)
    paypal.control("faults", call=call, kind=f"{kind}_{suffix}", order="shop-1")

    assert get_error_name(ask()) == name
    assert count() == made
    assert ask().status_code == (200 if made else 201)
    assert count() == 1


@pytest.mark.parametrize("body", sorted(BODIES))
def test_an_invalid_body_may_follow_the_effect(paypal: Client, body: str) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind="odd_body_after", body=body)

    answer = paypal.capture(order_id, key="c1")

    assert answer.status_code == (422 if body in DETAILS else 201)
    assert len(paypal.state()["captures"]) == 1
    assert get_capture(paypal.capture(order_id, key="c1"))["status"] == "COMPLETED"
