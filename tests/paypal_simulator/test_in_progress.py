"""PREVIOUS_REQUEST_IN_PROGRESS: requests that never take effect, that do so later, and that are in progress."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.paypal_simulator.clients import Client, build_order, get_issue
from tests.paypal_simulator.test_unclear_answers import CALLS, prepare_call
from tests.support.waiting import eventually

IN_PROGRESS = "PREVIOUS_REQUEST_IN_PROGRESS"
LATER = "previous_request_in_progress_later"


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("status", [409, 422])
def test_a_request_reported_as_in_progress_may_never_take_effect(paypal: Client, call: str, status: int) -> None:
    ask, made = prepare_call(paypal, call)
    paypal.control("faults", call=call, kind="previous_request_in_progress", status=status)

    assert get_issue(ask()) == f"{status} {IN_PROGRESS}"
    assert made() == 0
    assert ask().status_code == 201


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("status", [409, 422])
def test_a_repetition_is_refused_until_the_first_request_takes_effect(paypal: Client, call: str, status: int) -> None:
    ask, made = prepare_call(paypal, call)
    paypal.control("faults", call=call, kind=LATER, status=status, delay=300)

    assert get_issue(ask()) == get_issue(ask()) == f"{status} {IN_PROGRESS}"
    assert made() == 0


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("status", [409, 422])
def test_it_may_take_effect_after_a_delay(paypal: Client, call: str, status: int) -> None:
    ask, made = prepare_call(paypal, call)
    paypal.control("faults", call=call, kind=LATER, status=status, delay=0.1)

    assert get_issue(ask()) == f"{status} {IN_PROGRESS}"
    assert eventually(lambda: made() == 1)
    assert ask().status_code == 200
    assert made() == 1


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


def test_a_refund_may_take_effect_after_a_look_up_of_its_capture(paypal: Client) -> None:
    _, capture_id = paypal.paid()
    paypal.control("faults", call="refund", kind=LATER)
    paypal.refund(capture_id, key="r1")

    looks = [paypal.get(f"/v2/payments/captures/{capture_id}").json()["status"] for _ in range(2)]

    assert looks == ["COMPLETED", "REFUNDED"]


def test_a_second_capture_with_another_key_is_refused_until_the_first_takes_effect(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.control("faults", call="capture", kind=LATER)
    paypal.capture(order_id, key="c1")

    assert get_issue(paypal.capture(order_id, key="c2")) == f"409 {IN_PROGRESS}"
    assert get_issue(paypal.capture(order_id, key="c2")) == "422 ORDER_ALREADY_CAPTURED"


def test_a_second_refund_with_another_key_is_another_refund(paypal: Client) -> None:
    _, capture_id = paypal.paid()
    paypal.control("faults", call="refund", kind=LATER, delay=60)
    paypal.refund(capture_id, "3.00", key="r1")

    assert paypal.refund(capture_id, "3.00", key="r2").status_code == 201
    assert len(paypal.state()["postponed"]) == 1
    assert paypal.control("in-progress/finish") == {"finished": 1}
    assert len(paypal.state()["refunds"]) == 2


def test_a_reset_discards_postponed_requests(paypal: Client) -> None:
    paypal.control("faults", call="create", kind=LATER, delay=0.2)
    paypal.create()

    paypal.control("reset")
    time.sleep(0.4)

    assert paypal.state()["orders"] == []


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("status", [409, 422])
def test_a_repetition_is_refused_while_the_first_request_is_in_progress(paypal: Client, call: str, status: int) -> None:
    ask, made = prepare_call(paypal, call)
    paypal.control("faults", call=call, kind="processing", delay=1, status=status)

    with ThreadPoolExecutor() as pool:
        first = pool.submit(ask)
        time.sleep(0.3)
        assert get_issue(ask()) == f"{status} {IN_PROGRESS}"

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
