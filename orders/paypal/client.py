"""Calls through the vendor's SDK, its quirks kept in here, and the one call that it does not have.

The SDK is loaded at the first call: commands that never speak to PayPal do without it, and a web server loads it before
it forks (orders.apps).
"""

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import requests
from django.conf import settings
from urllib3.exceptions import HTTPError

from charityshop.turns import aside
from orders.paypal.exceptions import PayPalUnclear, readable, refusal_of
from orders.paypal.tokens import access_token

if TYPE_CHECKING:
    from types import ModuleType

    from paypalserversdk.paypal_serversdk_client import PaypalServersdkClient


def load_sdk() -> "ModuleType":
    from orders.paypal import sdk  # noqa: PLC0415 - see above

    return sdk


local = threading.local()  # one client a thread: the SDK keeps its token and its connection inside


def call(ask: "Callable[[PaypalServersdkClient], Any]") -> Mapping[str, Any]:
    """One call and its JSON. The SDK does not renew a token that PayPal turned down: a new client asks once more."""
    with aside():
        try:
            return attempt(ask, client())
        except PayPalUnclear as unclear:
            if unclear.status != 401:
                raise
        return attempt(ask, client(renew=True))


def attempt(ask: "Callable[[PaypalServersdkClient], Any]", client: "PaypalServersdkClient") -> Mapping[str, Any]:
    try:
        text = ask(client).text
    except load_sdk().ApiException as error:
        raise refusal_of(error.response_code, getattr(error.response, "text", "")) from error
    except (OSError, HTTPError) as error:  # no answer
        raise PayPalUnclear(repr(error)) from error
    except Exception as error:  # an answer that the SDK cannot read; it may be the 401 of a token that ran out
        forget_client()
        raise PayPalUnclear(repr(error)) from error
    return readable(text)


def client(*, renew: bool = False) -> "PaypalServersdkClient":
    if renew or not hasattr(local, "client"):
        local.client = load_sdk().make_client()
    return local.client


def forget_client() -> None:
    """The next call of this thread fetches a new token."""
    if hasattr(local, "client"):
        del local.client


def post_with_token(path: str, body: bytes) -> Mapping[str, Any]:
    """Send JSON to a route that the SDK does not have, byte for byte. It brings its own token."""
    try:
        with aside():
            token = access_token()
            answer = post(path, body, token)
            if answer.status_code == 401:
                answer = post(path, body, access_token(rejected=token))
    except (requests.RequestException, KeyError, TypeError, ValueError) as error:
        raise PayPalUnclear(repr(error)) from error
    if answer.status_code >= 400:
        raise refusal_of(answer.status_code, answer.text)
    return readable(answer.text)


def post(path: str, body: bytes, token: str) -> requests.Response:
    return requests.post(
        f"{settings.PAYPAL_API_URL}{path}",
        data=body,
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        timeout=settings.PAYPAL_TIMEOUT,
        allow_redirects=False,
    )
