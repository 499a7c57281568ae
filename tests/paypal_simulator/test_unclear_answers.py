"""Responses that don't tell whether a request took effect, for each call that writes."""

from collections.abc import Callable

import pytest
import requests

from paypal_simulator.faults.odd_bodies import BODIES, DETAILS
from tests.paypal_simulator.clients import Client, build_order, get_capture

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
