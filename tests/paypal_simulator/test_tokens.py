"""Access tokens."""

import time
from collections.abc import Callable
from typing import Any

import pytest
import requests

from paypal_simulator.server import Simulator
from tests.paypal_simulator.clients import Client

GRANT = {"grant_type": "client_credentials"}
CREDENTIALS = ("simulator-client-id", "simulator-client-secret")


def request_token(client: Client, auth: tuple[str, str] | None, data: dict[str, str]) -> requests.Response:
    return requests.post(f"{client.url}/v1/oauth2/token", data=data, auth=auth, timeout=5)


def test_valid_credentials_get_a_bearer_token_with_a_lifetime(paypal: Client) -> None:
    answer = request_token(paypal, CREDENTIALS, GRANT)

    assert answer.status_code == 200
    assert answer.json()["token_type"] == "Bearer"
    assert answer.json()["expires_in"] == 32_400
    assert answer.headers["Paypal-Debug-Id"]


@pytest.mark.parametrize("header", ["", "Bearer nobody-gave-this", "Basic c2ltOnNpbQ=="])
def test_a_call_without_a_valid_token_is_a_401(paypal: Client, header: str) -> None:
    paypal.session.headers["Authorization"] = header

    answer = paypal.create()

    assert answer.status_code == 401
    assert answer.json()["name"] == "AUTHENTICATION_FAILURE"
    assert paypal.state()["orders"] == []


def test_a_token_expires_after_its_lifetime(
    start: Callable[..., Simulator], connect: Callable[[Simulator], Client]
) -> None:
    paypal = connect(start(token_lifetime=0.3))
    before: Any = paypal.create().status_code

    time.sleep(0.35)

    assert (before, paypal.create().status_code) == (201, 401)
    paypal.authorize()
    assert paypal.create().status_code == 201
