"""Every fault that can be armed, from the client's point of view."""

import pytest
import requests

from tests.paypal_simulator.clients import Client, build_order, get_issue

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
