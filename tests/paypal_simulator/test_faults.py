"""Every fault that can be armed, from the client's point of view."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from paypal_simulator.faults.odd_bodies import BODIES, DETAILS
from tests.paypal_simulator.clients import Client, build_order, get_capture, get_issue

CALLS = ("create", "capture", "refund")
CONNECTION_ERRORS = (requests.exceptions.ConnectionError, requests.exceptions.ChunkedEncodingError)


def count_captures(paypal: Client) -> int:
    return len(paypal.state()["captures"])


@pytest.mark.parametrize(("kind", "taken"), [("timeout_before", 0), ("timeout_after", 1)])
def test_a_timeout_sends_no_response(paypal: Client, kind: str, taken: int) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind=kind, delay=3)

    with pytest.raises(requests.exceptions.ReadTimeout):
        paypal.capture(order_id, key="c1", timeout=0.3)

    assert count_captures(paypal) == taken
    assert paypal.capture(order_id, key="c1").status_code == (200 if taken else 201)
    assert count_captures(paypal) == 1


@pytest.mark.parametrize(("kind", "taken"), [("error_500_before", 0), ("error_500_after", 1)])
def test_a_500_comes_with_or_without_effect(paypal: Client, kind: str, taken: int) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind=kind)

    answer = paypal.capture(order_id, key="c1")

    assert answer.status_code == 500
    assert answer.json()["name"] == "INTERNAL_SERVER_ERROR"
    assert count_captures(paypal) == taken
    assert paypal.capture(order_id, key="c1").json()["status"] == "COMPLETED"
    assert count_captures(paypal) == 1


@pytest.mark.parametrize(("kind", "taken"), [("connection_reset", 0), ("connection_reset_after", 1)])
def test_a_reset_connection_comes_with_or_without_effect(paypal: Client, kind: str, taken: int) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind=kind)

    with pytest.raises(requests.exceptions.ConnectionError, match="reset"):
        paypal.capture(order_id, key="c1")

    assert count_captures(paypal) == taken


def test_a_cut_off_body_takes_effect_and_cannot_be_read(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind="cut_off_body")

    with pytest.raises(CONNECTION_ERRORS):
        paypal.capture(order_id, key="c1")

    assert count_captures(paypal) == 1


def test_an_html_page_has_status_200(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind="html_body")

    answer = paypal.capture(order_id)

    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/html")
    assert count_captures(paypal) == 1


def test_a_rate_limit_has_retry_after(paypal: Client) -> None:
    paypal.control("faults", call="create", kind="rate_limited_429", retry_after=7)

    answer = paypal.create()

    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "7"
    assert answer.json()["name"] == "RATE_LIMIT_REACHED"
    assert paypal.state()["orders"] == []


def test_a_declined_capture_has_no_effect_and_can_be_repeated(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind="decline")

    declined = paypal.capture(order_id, key="c1")

    assert get_issue(declined) == "422 INSTRUMENT_DECLINED"
    assert declined.json()["links"][0]["rel"] == "redirect"
    assert get_issue(paypal.capture(order_id, key="c1")) == "422 INSTRUMENT_DECLINED"
    assert count_captures(paypal) == 0
    assert paypal.get(f"/v2/checkout/orders/{order_id}").json()["status"] == "APPROVED"
    assert paypal.capture(order_id, key="c2").status_code == 201


@pytest.mark.parametrize(
    ("kind", "place", "wrong"),
    [
        ("wrong_amount", "amount", {"currency_code": "USD", "value": "22.00"}),
        ("wrong_currency", "amount", {"currency_code": "EUR", "value": "23.00"}),
        ("wrong_payee", "payee", {"merchant_id": "SOMEBODYELSE1", "email_address": "somebody.else@example.com"}),
        ("wrong_custom_id", "custom_id", "somebody-elses-order"),
    ],
)
def test_a_wrong_field_is_shown_as_often_as_it_was_armed(paypal: Client, kind: str, place: str, wrong: object) -> None:
    order_id = paypal.create(build_order(custom_id="shop-1")).json()["id"]
    paypal.control("faults", call="get", kind=kind)

    first, second = (paypal.get(f"/v2/checkout/orders/{order_id}").json()["purchase_units"][0] for _ in range(2))

    assert first[place] == wrong
    assert second[place] != wrong


@pytest.mark.parametrize(
    ("fault", "taken"),
    [
        ({"kind": "wrong_amount"}, ("22.00", "USD")),
        ({"kind": "wrong_amount", "amount": "1.00"}, ("1.00", "USD")),
        ({"kind": "wrong_currency", "currency": "GBP"}, ("23.00", "GBP")),
    ],
)
def test_a_capture_takes_the_wrong_amount(paypal: Client, fault: dict[str, str], taken: tuple[str, str]) -> None:
    paypal.control("faults", call="capture", **fault)

    _, capture_id = paypal.paid()

    amount = paypal.get(f"/v2/payments/captures/{capture_id}").json()["amount"]
    assert (amount["value"], amount["currency_code"]) == taken


def test_a_fault_affects_its_call_and_its_order_as_often_as_armed(paypal: Client) -> None:
    paypal.control("faults", call="capture", kind="error_500_before", times=2, order="shop-2")
    other, meant = paypal.approved(build_order(custom_id="shop-1")), paypal.approved(build_order(custom_id="shop-2"))

    assert paypal.capture(other).status_code == 201
    assert [paypal.capture(meant).status_code for _ in range(3)] == [500, 500, 201]
    assert paypal.state()["faults"] == []


# --- Calls in progress ------------------------------------------------------------------------------------------------


IN_PROGRESS = "PREVIOUS_REQUEST_IN_PROGRESS"
LATER = "previous_request_in_progress_later"


@pytest.mark.parametrize("call", CALLS)
def test_a_repetition_is_refused_until_the_first_request_takes_effect(paypal: Client, call: str) -> None:
    ask, made = prepare_call(paypal, call)
    paypal.control("faults", call=call, kind=LATER, delay=300)

    assert get_issue(ask()) == get_issue(ask()) == f"409 {IN_PROGRESS}"
    assert made() == 0


@pytest.mark.parametrize("call", CALLS)
def test_it_may_take_effect_after_a_repetition(paypal: Client, call: str) -> None:
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


def test_a_second_capture_with_another_key_is_refused_until_the_first_takes_effect(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind=LATER)
    paypal.capture(order_id, key="c1")

    assert get_issue(paypal.capture(order_id, key="c2")) == f"409 {IN_PROGRESS}"
    assert get_issue(paypal.capture(order_id, key="c2")) == "422 ORDER_ALREADY_CAPTURED"


@pytest.mark.parametrize("call", CALLS)
def test_a_repetition_is_refused_while_the_first_request_is_in_progress(paypal: Client, call: str) -> None:
    ask, made = prepare_call(paypal, call)
    paypal.control("faults", call=call, kind="processing", delay=1)

    with ThreadPoolExecutor() as pool:
        first = pool.submit(ask)
        time.sleep(0.3)
        assert get_issue(ask()) == f"409 {IN_PROGRESS}"

    assert first.result().status_code == 201
    assert (ask().status_code, made()) == (200, 1)


@pytest.mark.parametrize(("refused", "answers"), [(False, {200, 201}), (True, {200, 201, 409})])
def test_a_rule_decides_whether_concurrent_requests_are_refused(
    paypal: Client, refused: bool, answers: set[int]
) -> None:
    paypal.control("rules", refuse_simultaneous=refused)
    together = threading.Barrier(16)

    def ask(_: int) -> int:
        together.wait()
        return paypal.create(build_order(), key="k1").status_code

    with ThreadPoolExecutor(16) as pool:
        statuses = list(pool.map(ask, range(16)))

    assert set(statuses) <= answers
    assert statuses.count(201) == 1
    assert len(paypal.state()["orders"]) == 1


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
