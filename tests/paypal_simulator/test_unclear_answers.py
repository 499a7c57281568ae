"""Responses that don't tell whether a request took effect, for each call that writes."""

import json
from collections.abc import Callable

import pytest
import requests

from paypal_simulator.faults.odd_bodies import BODIES, DETAILS, NEED_A_RESPONSE
from tests.paypal_simulator.clients import Client, build_order, get_capture, get_issue

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


def test_a_missing_permission_has_its_issue(paypal: Client) -> None:
    paypal.control("faults", call="create", kind="forbidden_403_before")

    assert get_issue(paypal.create()) == "403 PERMISSION_DENIED"


@pytest.mark.parametrize(("kind", "made"), [("refused_before", 0), ("refused_after", 1)])
def test_any_error_can_be_armed(paypal: Client, kind: str, made: int) -> None:
    paypal.control("faults", call="create", kind=kind, status=503, name="SERVICE_UNAVAILABLE", issue="TRY_LATER")

    assert get_issue(paypal.create()) == "503 TRY_LATER"
    assert len(paypal.state()["orders"]) == made


@pytest.mark.parametrize("body", sorted(BODIES))
def test_an_invalid_body_may_follow_the_effect(paypal: Client, body: str) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind="odd_body_after", body=body)

    answer = paypal.capture(order_id, key="c1")

    assert answer.status_code == (422 if body in DETAILS else 201)
    assert len(paypal.state()["captures"]) == 1
    assert get_capture(paypal.capture(order_id, key="c1"))["status"] == "COMPLETED"


@pytest.mark.parametrize("body", sorted(BODIES - NEED_A_RESPONSE))
def test_an_invalid_body_may_come_without_effect(paypal: Client, body: str) -> None:
    paypal.control("faults", call="create", kind="odd_body_before", body=body, status=409)

    assert paypal.create().status_code == 409
    assert paypal.state()["orders"] == []


@pytest.mark.parametrize("body", ["empty", "html", "not_utf8", "truncated"])
def test_some_bodies_are_no_json(paypal: Client, body: str) -> None:
    paypal.control("faults", call="create", kind="odd_body_after", body=body)

    with pytest.raises(ValueError):  # noqa: PT011 - the parser's kind of error doesn't matter
        json.loads(paypal.create().content)


def test_a_nested_body_exceeds_the_recursion_limit(paypal: Client) -> None:
    paypal.control("faults", call="create", kind="odd_body_after", body="nested")

    assert paypal.create().text.count("[") == 20_000


@pytest.mark.parametrize(
    ("body", "place", "shown"),
    [("amount_null", "amount", None), ("no_status", "status", "gone"), ("id_number", "id", 17)],
)
def test_an_invalid_field_is_in_every_part_of_the_response(
    paypal: Client, body: str, place: str, shown: object
) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind="odd_body_after", body=body)

    assert get_capture(paypal.capture(order_id)).get(place, "gone") == shown


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "odd_body_after", "body": "haiku"},
        {"kind": "odd_body_before", "body": "amount_null"},
        {"kind": "refused_before", "status": 99},
        {"kind": "previous_request_in_progress", "status": 500},
    ],
)
def test_an_unknown_body_is_refused(paypal: Client, fault: dict[str, object]) -> None:
    assert paypal.post("/_control/faults", {"call": "capture", **fault}).status_code == 400
