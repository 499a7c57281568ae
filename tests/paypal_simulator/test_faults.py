"""Faults that can be armed, and request IDs, from the client's point of view."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
import requests

from tests.paypal_simulator.clients import Client, build_order, get_capture, get_issue

CALLS = ("create", "capture", "refund")
IN_PROGRESS = "PREVIOUS_REQUEST_IN_PROGRESS"
LATER = "previous_request_in_progress_later"
Made = Callable[[], int]
Ask = Callable[..., requests.Response]


def prepare_call(paypal: Client, call: str) -> tuple[Ask, Made]:
    """Return a request that would succeed, always with the same key, and a count of its effects so far."""
    if call == "create":
        body = build_order(custom_id="shop-1")
        return partial(paypal.create, body, key="k1"), lambda: len(paypal.state()["orders"])
    if call == "capture":
        order_id = paypal.approved(build_order(custom_id="shop-1"))
        return partial(paypal.capture, order_id, key="k1"), lambda: len(paypal.state()["captures"])
    _, capture_id = paypal.paid(build_order(custom_id="shop-1"))
    return partial(paypal.refund, capture_id, "3.00", key="k1"), lambda: len(paypal.state()["refunds"])


def describe(ask: Ask) -> str:
    """Return the status and name of an error, or how the call broke."""
    try:
        answer = ask(timeout=1)
        return f"{answer.status_code} {answer.json()['name']}"
    except requests.exceptions.JSONDecodeError:
        return f"{answer.status_code} {answer.headers['Content-Type'].partition(';')[0]}"
    except requests.exceptions.ReadTimeout:
        return "timeout"
    except requests.exceptions.RequestException:
        return "broken"


@pytest.mark.parametrize(
    ("call", "kind", "shown", "made"),
    [
        ("capture", "timeout_before", "timeout", 0),
        ("capture", "timeout_after", "timeout", 1),
        ("capture", "error_500_before", "500 INTERNAL_SERVER_ERROR", 0),
        ("create", "error_500_after", "500 INTERNAL_SERVER_ERROR", 1),
        ("capture", "connection_reset", "broken", 0),
        ("refund", "connection_reset_after", "broken", 1),
        ("capture", "cut_off_body", "broken", 1),
        ("capture", "html_body", "200 text/html", 1),
        ("create", "unauthorized_401_before", "401 AUTHENTICATION_FAILURE", 0),
        ("capture", "unauthorized_401_after", "401 AUTHENTICATION_FAILURE", 1),
        ("refund", "forbidden_403_before", "403 NOT_AUTHORIZED", 0),
        ("create", "forbidden_403_after", "403 NOT_AUTHORIZED", 1),
        ("capture", "not_found_404_before", "404 RESOURCE_NOT_FOUND", 0),
        ("refund", "not_found_404_after", "404 RESOURCE_NOT_FOUND", 1),
        ("create", "conflict_409_before", "409 RESOURCE_CONFLICT", 0),
        ("capture", "conflict_409_after", "409 RESOURCE_CONFLICT", 1),
        ("create", "rate_limited_429", "429 RATE_LIMIT_REACHED", 0),
    ],
)
def test_a_fault_comes_with_or_without_effect(paypal: Client, call: str, kind: str, shown: str, made: int) -> None:
    ask, count = prepare_call(paypal, call)
    paypal.control("faults", call=call, kind=kind, order="shop-1", **({"delay": 3} if "timeout" in kind else {}))

    assert describe(ask) == shown
    assert count() == made
    assert ask().status_code == (200 if made else 201)
    assert count() == 1


def test_a_fault_affects_its_call_and_its_order_as_often_as_armed(paypal: Client) -> None:
    paypal.control("faults", call="capture", kind="error_500_before", times=2, order="shop-2")
    other, meant = paypal.approved(build_order(custom_id="shop-1")), paypal.approved(build_order(custom_id="shop-2"))

    assert paypal.capture(other).status_code == 201
    assert [paypal.capture(meant).status_code for _ in range(3)] == [500, 500, 201]
    assert paypal.state()["faults"] == []


# --- Calls in progress ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", CALLS)
def test_a_call_may_take_effect_after_a_repetition(paypal: Client, call: str) -> None:
    ask, made = prepare_call(paypal, call)
    paypal.control("faults", call=call, kind=LATER)

    assert get_issue(ask()) == get_issue(ask()) == f"409 {IN_PROGRESS}"
    assert made() == 1
    assert ask().status_code == 200


def test_a_capture_may_take_effect_after_a_look_up_of_its_order(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind=LATER, looks=2)
    paypal.capture(order_id, key="c1")

    looks = [paypal.get(f"/v2/checkout/orders/{order_id}").json()["status"] for _ in range(3)]

    assert looks == ["APPROVED", "APPROVED", "COMPLETED"]


def test_a_repetition_is_refused_while_the_first_request_is_in_progress(paypal: Client) -> None:
    ask, made = prepare_call(paypal, "refund")
    paypal.control("faults", call="refund", kind="processing", delay=1)

    with ThreadPoolExecutor() as pool:
        first = pool.submit(ask)
        time.sleep(0.3)
        assert get_issue(ask()) == f"409 {IN_PROGRESS}"

    assert first.result().status_code == 201
    assert (ask().status_code, made()) == (200, 1)


# --- Request IDs ------------------------------------------------------------------------------------------------------


def test_a_repeated_id_and_body_get_the_same_response(paypal: Client) -> None:
    first, again = paypal.create(key="k1"), paypal.create(key="k1")

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert len(paypal.state()["orders"]) == 1


def test_a_repeated_id_with_another_body_is_refused(paypal: Client) -> None:
    paypal.create(build_order("23.00"), key="k1")

    assert get_issue(paypal.create(build_order("24.00"), key="k1")) == "422 DUPLICATE_REQUEST_ID"
    assert len(paypal.state()["orders"]) == 1


def test_a_refusal_is_stored_until_its_id_expires(paypal: Client) -> None:
    order_id = paypal.create().json()["id"]
    paypal.capture(order_id, key="c1")
    paypal.control(f"orders/{order_id}/approve")

    assert get_issue(paypal.capture(order_id, key="c1")) == "422 ORDER_NOT_APPROVED"
    paypal.control("request-ids/forget")
    assert get_capture(paypal.capture(order_id, key="c1"))["status"] == "COMPLETED"
