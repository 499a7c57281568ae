"""GET /api/config/paypal."""

from typing import Any

from rest_framework.test import APIClient


def test_the_checkout_gets_paypals_configuration(as_anonymous: APIClient, settings: Any) -> None:
    settings.PAYPAL_CLIENT_ID = "a-client"
    settings.TEST_ORDERS = False

    answer = as_anonymous.get("/api/config/paypal")

    assert answer.status_code == 200
    assert answer.json()["clientId"] == "a-client"
    assert answer.json()["currency"] == "USD"
    assert answer.json()["testOrders"] is False


def test_no_secret_is_returned(as_anonymous: APIClient, settings: Any) -> None:
    settings.PAYPAL_CLIENT_SECRET = "do-not-tell"

    assert b"do-not-tell" not in as_anonymous.get("/api/config/paypal").content
