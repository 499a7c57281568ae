"""The format of PayPal's errors."""

import re

import pytest

from tests.paypal_simulator.clients import Client


@pytest.mark.parametrize(
    ("refuse", "status", "name", "issue"),
    [
        (lambda paypal: paypal.create({"intent": "CAPTURE"}), 400, "INVALID_REQUEST", "MISSING_REQUIRED_PARAMETER"),
        (lambda paypal: paypal.get("/v2/checkout/orders/NONE"), 404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID"),
        (
            lambda paypal: paypal.capture(paypal.create().json()["id"]),
            422, "UNPROCESSABLE_ENTITY", "ORDER_NOT_APPROVED",
        ),
    ],
    ids=["malformed", "unknown", "refused"],
)  # fmt: skip
def test_an_error_has_paypals_format(paypal: Client, refuse, status: int, name: str, issue: str) -> None:
    answer = refuse(paypal)

    body = answer.json()
    assert (answer.status_code, body["name"], body["details"][0]["issue"]) == (status, name, issue)
    assert body["message"].endswith(".")
    assert body["details"][0]["description"].endswith(".")
    assert re.fullmatch(r"f[0-9a-f]{12}", body["debug_id"])
    assert body["links"][0]["rel"] == "information_link"


def test_every_response_has_a_debug_id_listed_on_the_control_page(paypal: Client) -> None:
    made = paypal.create()
    refused = paypal.get("/v2/checkout/orders/NONE")

    assert refused.json()["debug_id"] == refused.headers["Paypal-Debug-Id"]
    listed = [call["debug_id"] for call in paypal.state()["calls"]]
    assert listed[:2] == [refused.headers["Paypal-Debug-Id"], made.headers["Paypal-Debug-Id"]]
