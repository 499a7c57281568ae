"""Every fault that can be armed, seen from the shop's end of the line."""

import time

import pytest
import requests

from tests.paypal_simulator.cast import Client, an_order, issue, the_capture

BROKEN_LINE = (requests.exceptions.ConnectionError, requests.exceptions.ChunkedEncodingError)


def captures(paypal: Client) -> int:
    return len(paypal.state()["captures"])


@pytest.mark.parametrize(("kind", "taken"), [("timeout_before", 0), ("timeout_after", 1)])
def test_a_timeout_leaves_the_caller_without_an_answer(paypal: Client, kind: str, taken: int) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind=kind, delay=3)

    with pytest.raises(requests.exceptions.ReadTimeout):
        paypal.capture(order_id, key="c1", timeout=0.3)

    assert captures(paypal) == taken
    assert paypal.capture(order_id, key="c1").status_code == (200 if taken else 201)
    assert captures(paypal) == 1


def test_a_held_line_is_closed_in_the_end(paypal: Client) -> None:
    paypal.control("faults", call="create", kind="timeout_before", delay=0.2)
    began = time.monotonic()

    with pytest.raises(BROKEN_LINE):
        paypal.create()

    assert 0.2 <= time.monotonic() - began < 2


@pytest.mark.parametrize(("kind", "taken"), [("error_500_before", 0), ("error_500_after", 1)])
def test_a_500_does_not_say_whether_it_took_effect(paypal: Client, kind: str, taken: int) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind=kind)

    answer = paypal.capture(order_id, key="c1")

    assert answer.status_code == 500
    assert answer.json()["name"] == "INTERNAL_SERVER_ERROR"
    assert captures(paypal) == taken
    assert paypal.capture(order_id, key="c1").json()["status"] == "COMPLETED"
    assert captures(paypal) == 1


@pytest.mark.parametrize(("kind", "taken"), [("connection_reset", 0), ("connection_reset_after", 1)])
def test_a_reset_connection_breaks_the_call(paypal: Client, kind: str, taken: int) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind=kind)

    with pytest.raises(requests.exceptions.ConnectionError, match="reset"):
        paypal.capture(order_id, key="c1")

    assert captures(paypal) == taken


def test_a_cut_off_body_takes_effect_and_cannot_be_read(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind="cut_off_body")

    with pytest.raises(BROKEN_LINE):
        paypal.capture(order_id, key="c1")

    assert captures(paypal) == 1


def test_a_page_of_html_comes_with_status_200(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind="html_body")

    answer = paypal.capture(order_id)

    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/html")
    assert captures(paypal) == 1


def test_a_rate_limit_says_when_to_come_back(paypal: Client) -> None:
    paypal.control("faults", call="create", kind="rate_limited_429", retry_after=7)

    answer = paypal.create()

    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "7"
    assert answer.json()["name"] == "RATE_LIMIT_REACHED"
    assert paypal.state()["orders"] == []


def test_a_declined_card_takes_nothing_and_another_try_works(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind="decline")

    declined = paypal.capture(order_id, key="c1")

    assert issue(declined) == "422 INSTRUMENT_DECLINED"
    assert declined.json()["links"][0]["rel"] == "redirect"
    assert issue(paypal.capture(order_id, key="c1")) == "422 INSTRUMENT_DECLINED"
    assert captures(paypal) == 0
    assert paypal.get(f"/v2/checkout/orders/{order_id}").json()["status"] == "APPROVED"
    assert paypal.capture(order_id, key="c2").status_code == 201


def test_a_capture_can_be_made_and_declined(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind="declined_capture")

    assert the_capture(paypal.capture(order_id))["status"] == "DECLINED"


@pytest.mark.parametrize(
    ("kind", "place", "wrong"),
    [
        ("wrong_amount", "amount", {"currency_code": "USD", "value": "22.00"}),
        ("wrong_currency", "amount", {"currency_code": "EUR", "value": "23.00"}),
        ("wrong_payee", "payee", {"merchant_id": "SOMEBODYELSE1", "email_address": "somebody.else@example.com"}),
        ("wrong_custom_id", "custom_id", "somebody-elses-order"),
    ],
)
def test_a_wrong_fact_is_shown_as_often_as_it_was_armed(paypal: Client, kind: str, place: str, wrong: object) -> None:
    order_id = paypal.create(an_order(custom_id="shop-1")).json()["id"]
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
def test_a_capture_really_takes_the_wrong_money(paypal: Client, fault: dict[str, str], taken: tuple[str, str]) -> None:
    paypal.control("faults", call="capture", **fault)

    _, capture_id = paypal.paid()

    amount = paypal.get(f"/v2/payments/captures/{capture_id}").json()["amount"]
    assert (amount["value"], amount["currency_code"]) == taken


def test_tokens_can_run_out_in_mid_flight(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind="expire_tokens")

    assert paypal.capture(order_id, key="c1").status_code == 401
    assert captures(paypal) == 0
    paypal.authorize()
    assert paypal.capture(order_id, key="c1").status_code == 201


def test_a_refusal_can_be_named(paypal: Client) -> None:
    paypal.control("faults", call="refund", kind="unprocessable", issue="PAYEE_ACCOUNT_RESTRICTED")
    _, capture_id = paypal.paid()

    assert issue(paypal.refund(capture_id)) == "422 PAYEE_ACCOUNT_RESTRICTED"
    assert paypal.refund(capture_id).status_code == 201


def test_a_request_still_in_progress_is_a_conflict(paypal: Client) -> None:
    paypal.control("faults", call="create", kind="previous_request_in_progress")

    assert issue(paypal.create()) == "409 PREVIOUS_REQUEST_IN_PROGRESS"


def test_a_slow_answer_comes_in_the_end(paypal: Client) -> None:
    paypal.control("faults", call="create", kind="slow", delay=0.3)
    began = time.monotonic()

    assert paypal.create().status_code == 201
    assert time.monotonic() - began >= 0.3


def test_a_fault_waits_for_its_call_its_order_and_its_number_of_times(paypal: Client) -> None:
    paypal.control("faults", call="capture", kind="error_500_before", times=2, order="shop-2")
    other, meant = paypal.approved(an_order(custom_id="shop-1")), paypal.approved(an_order(custom_id="shop-2"))

    assert paypal.capture(other).status_code == 201
    assert [paypal.capture(meant).status_code for _ in range(3)] == [500, 500, 201]
    assert paypal.state()["faults"] == []


def test_a_fault_can_wait_for_an_order_that_does_not_exist_yet(paypal: Client) -> None:
    paypal.control("faults", call="create", kind="error_500_after", order="shop-2")

    assert paypal.create(an_order(custom_id="shop-1")).status_code == 201
    assert paypal.create(an_order(custom_id="shop-2")).status_code == 500
    assert len(paypal.state()["orders"]) == 2


def test_a_decline_is_not_used_up_by_a_capture_that_is_refused_anyway(paypal: Client) -> None:
    paypal.control("faults", call="capture", kind="decline")
    order_id = paypal.create().json()["id"]
    assert issue(paypal.capture(order_id)) == "422 ORDER_NOT_APPROVED"

    paypal.control(f"orders/{order_id}/approve")

    assert issue(paypal.capture(order_id)) == "422 INSTRUMENT_DECLINED"


def test_cleared_faults_do_nothing(paypal: Client) -> None:
    first = paypal.control("faults", call="any", kind="error_500_before", times=9)
    paypal.control("faults", call="create", kind="rate_limited_429", times=9)

    paypal.control("faults/clear", id=first["id"])
    assert paypal.create().status_code == 429
    paypal.control("faults/clear")

    assert paypal.create().status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        {"call": "capture", "kind": "explode"},
        {"call": "dance", "kind": "decline"},
        {"call": "get", "kind": "decline"},
        {"call": "capture", "kind": "decline", "times": 0},
        {"call": "capture", "kind": "slow", "delay": "soon"},
        {"call": "capture", "kind": "wrong_amount", "amount": "NaN"},
        {},
    ],
)
def test_a_fault_that_does_not_exist_is_refused(paypal: Client, body: dict[str, object]) -> None:
    assert paypal.post("/_control/faults", body).status_code == 400
    assert paypal.state()["faults"] == []


def test_the_token_and_verify_calls_can_fail_too(paypal: Client) -> None:
    paypal.control("faults", call="token", kind="error_500_before")
    paypal.control("faults", call="verify", kind="error_500_before")
    credentials = ("simulator-client-id", "simulator-client-secret")

    token = requests.post(f"{paypal.url}/v1/oauth2/token", auth=credentials, timeout=5)

    assert token.status_code == 500
    assert paypal.post("/v1/notifications/verify-webhook-signature", {}).status_code == 500
