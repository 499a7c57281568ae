"""PayPal-Request-Id: repeated requests have no effect, and changed requests are refused."""

from concurrent.futures import ThreadPoolExecutor

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


def test_an_id_used_for_one_order_does_not_capture_another(paypal: Client) -> None:
    first, second = paypal.approved(), paypal.approved()
    paypal.capture(first, key="c1")

    assert get_issue(paypal.capture(second, key="c1")) == "422 DUPLICATE_REQUEST_ID"


def test_a_refusal_is_stored(paypal: Client) -> None:
    order_id = paypal.create().json()["id"]
    paypal.capture(order_id, key="c1")
    paypal.control(f"orders/{order_id}/approve")

    assert get_issue(paypal.capture(order_id, key="c1")) == "422 ORDER_NOT_APPROVED"
    assert paypal.capture(order_id, key="c2").status_code == 201


def test_the_response_to_a_malformed_request_is_not_stored(paypal: Client) -> None:
    assert paypal.create({}, key="k1").status_code == 400
    assert paypal.create(key="k1").status_code == 201


def test_a_call_with_an_expired_id_takes_effect_again(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.capture(order_id, key="c1")

    paypal.control("request-ids/forget")

    assert get_issue(paypal.capture(order_id, key="c1")) == "422 ORDER_ALREADY_CAPTURED"


def test_concurrent_requests_with_one_id_create_one_order(paypal: Client) -> None:
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: paypal.create(key="k1"), range(32)))

    assert len({answer.json()["id"] for answer in answers if answer.ok}) == 1
    assert {get_issue(answer) for answer in answers if not answer.ok} <= {"409 PREVIOUS_REQUEST_IN_PROGRESS"}
    assert len(paypal.state()["orders"]) == 1


def test_an_id_that_is_too_long_is_refused(paypal: Client) -> None:
    assert get_issue(paypal.create(key="k" * 109)) == "400 INVALID_STRING_LENGTH"
