"""PayPal-Request-Id: asking again is harmless, asking for something else is refused."""

from concurrent.futures import ThreadPoolExecutor

from tests.paypal_simulator.cast import Client, an_order, issue, the_capture


def test_the_same_id_and_body_get_the_same_answer(paypal: Client) -> None:
    first, again = paypal.create(key="k1"), paypal.create(key="k1")

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert len(paypal.state()["orders"]) == 1


def test_the_same_id_with_another_body_is_refused(paypal: Client) -> None:
    paypal.create(an_order("23.00"), key="k1")

    assert issue(paypal.create(an_order("24.00"), key="k1")) == "422 DUPLICATE_REQUEST_ID"
    assert len(paypal.state()["orders"]) == 1


def test_without_an_id_every_call_makes_something_new(paypal: Client) -> None:
    assert paypal.create().json()["id"] != paypal.create().json()["id"]


def test_a_capture_and_a_refund_are_repeated_without_effect(paypal: Client) -> None:
    order_id = paypal.approved()
    first, again = paypal.capture(order_id, key="c1"), paypal.capture(order_id, key="c1")
    capture_id = the_capture(first)["id"]
    refunds = [paypal.refund(capture_id, "5.00", key="r1").json()["id"] for _ in range(3)]

    assert the_capture(again)["id"] == capture_id
    assert len(set(refunds)) == 1
    assert len(paypal.state()["refunds"]) == 1


def test_an_id_used_for_one_order_does_not_capture_another(paypal: Client) -> None:
    first, second = paypal.approved(), paypal.approved()
    paypal.capture(first, key="c1")

    assert issue(paypal.capture(second, key="c1")) == "422 DUPLICATE_REQUEST_ID"


def test_a_refusal_is_remembered_too(paypal: Client) -> None:
    order_id = paypal.create().json()["id"]
    paypal.capture(order_id, key="c1")
    paypal.control(f"orders/{order_id}/approve")

    assert issue(paypal.capture(order_id, key="c1")) == "422 ORDER_NOT_APPROVED"
    assert paypal.capture(order_id, key="c2").status_code == 201


def test_a_refusal_that_was_asked_for_is_remembered_like_any_other(paypal: Client) -> None:
    paypal.control("faults", call="create", kind="unprocessable", issue="PAYEE_ACCOUNT_RESTRICTED")

    assert issue(paypal.create(key="k1")) == issue(paypal.create(key="k1")) == "422 PAYEE_ACCOUNT_RESTRICTED"
    assert paypal.create(key="k2").status_code == 201


def test_a_malformed_request_is_not_remembered(paypal: Client) -> None:
    assert paypal.create({}, key="k1").status_code == 400
    assert paypal.create(key="k1").status_code == 201


def test_the_order_of_keys_in_the_body_does_not_matter(paypal: Client) -> None:
    body = an_order(custom_id="a", invoice_id="b")
    unit = body["purchase_units"][0]
    turned = {"purchase_units": [dict(reversed(unit.items()))], "intent": "CAPTURE"}

    assert paypal.create(body, key="k1").json() == paypal.create(turned, key="k1").json()


def test_a_forgotten_id_takes_effect_again(paypal: Client) -> None:
    order_id = paypal.approved()
    paypal.capture(order_id, key="c1")

    paypal.control("request-ids/forget")

    assert issue(paypal.capture(order_id, key="c1")) == "422 ORDER_ALREADY_CAPTURED"


def test_the_ids_of_one_capture_can_be_forgotten(paypal: Client) -> None:
    (_, one), (_, other) = paypal.paid(), paypal.paid()
    made = {capture_id: paypal.refund(capture_id, "3.00", key=capture_id).json()["id"] for capture_id in (one, other)}

    paypal.control("request-ids/forget", about=one)

    assert paypal.refund(one, "3.00", key=one).json()["id"] != made[one]
    assert paypal.refund(other, "3.00", key=other).json()["id"] == made[other]


def test_every_id_of_one_order_of_the_shop_can_be_forgotten(paypal: Client) -> None:
    body = an_order(custom_id="A1")
    order_id = paypal.create(body, key="k1").json()["id"]
    other_id = paypal.create(an_order(custom_id="B2"), key="k2").json()["id"]

    paypal.control("request-ids/forget", about="A1")

    assert paypal.create(body, key="k1").json()["id"] != order_id
    assert paypal.create(an_order(custom_id="B2"), key="k2").json()["id"] == other_id


def test_a_call_under_a_forgotten_id_is_listed(paypal: Client) -> None:
    paypal.create(key="k1")
    paypal.create(key="k1")
    assert paypal.state()["forgotten_ids_used"] == []

    paypal.control("request-ids/forget")
    paypal.create(key="k1")

    (used,) = paypal.state()["forgotten_ids_used"]
    assert (used["call"], used["path"], used["id"]) == ("create", "/v2/checkout/orders", "k1")
    assert "purchase_units" in used["body"]
    paypal.control("reset")
    assert paypal.state()["forgotten_ids_used"] == []


def test_many_requests_at_once_with_one_id_make_one_order(paypal: Client) -> None:
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: paypal.create(key="k1"), range(32)))

    assert len({answer.json()["id"] for answer in answers if answer.ok}) == 1
    assert {issue(answer) for answer in answers if not answer.ok} <= {"409 PREVIOUS_REQUEST_IN_PROGRESS"}
    assert len(paypal.state()["orders"]) == 1


def test_an_id_that_is_too_long_is_refused(paypal: Client) -> None:
    assert issue(paypal.create(key="k" * 109)) == "400 INVALID_STRING_LENGTH"
