"""PREVIOUS_REQUEST_IN_PROGRESS: requests that never take effect, that do so later, and that are in progress."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.paypal_simulator.clients import Client, build_order, get_issue
from tests.paypal_simulator.test_request_ids import CALLS, prepare_call

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
