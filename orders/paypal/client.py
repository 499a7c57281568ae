"""Calls through the vendor's SDK, its quirks kept in here, and the one call that it does not have.

The SDK is loaded at the first call: commands that never speak to PayPal do without it, and a web server loads it before
it forks (orders.apps).
"""

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import requests
from django.conf import settings

from charityshop.turns import aside
from orders.paypal.outcomes import PayPalRefused, PayPalUnclear, readable, refusal_of

if TYPE_CHECKING:
    from types import ModuleType

    from paypalserversdk.paypal_serversdk_client import PaypalServersdkClient


def vendor() -> "ModuleType":
    from orders.paypal import vendor  # noqa: PLC0415 - see above

    return vendor


local = threading.local()  # one client a thread: the SDK keeps its token and its connection inside


def call(ask: "Callable[[PaypalServersdkClient], Any]") -> Mapping[str, Any]:
    """One call and its JSON. The SDK does not renew a token that PayPal turned down: a new client asks once more."""
    with aside():
        try:
            return attempt(ask, client())
        except PayPalRefused as refusal:
            if refusal.status != 401:
                raise
        return attempt(ask, client(renew=True))


def attempt(ask: "Callable[[PaypalServersdkClient], Any]", client: "PaypalServersdkClient") -> Mapping[str, Any]:
    try:
        text = ask(client).text
    except vendor().ApiException as error:
        raise refusal_of(error.response_code, getattr(error.response, "text", "")) from error
    except Exception as error:  # the SDK and what it stands on raise many kinds; all of them leave the end unknown
        raise PayPalUnclear(repr(error)) from error
    return readable(text)


def client(*, renew: bool = False) -> "PaypalServersdkClient":
    if renew or not hasattr(local, "client"):
        local.client = vendor().make_client()
    return local.client


def post_with_token(path: str, body: object) -> Mapping[str, Any]:
    """A call the SDK does not have. It brings its own token, since the SDK keeps its to itself."""
    try:
        with aside():
            bearer = {"Authorization": f"Bearer {new_token()}"}
            answer = post(path, json=body, headers=bearer)
    except (requests.RequestException, KeyError) as error:
        raise PayPalUnclear(repr(error)) from error
    if answer.status_code >= 400:
        raise refusal_of(answer.status_code, answer.text)
    return readable(answer.text)


def new_token() -> str:
    sign_in = (settings.PAYPAL_CLIENT_ID, settings.PAYPAL_CLIENT_SECRET)
    token = post("/v1/oauth2/token", data={"grant_type": "client_credentials"}, auth=sign_in)
    token.raise_for_status()
    return str(readable(token.text)["access_token"])


def post(path: str, **said: Any) -> requests.Response:
    address = f"{settings.PAYPAL_API_URL}{path}"
    return requests.post(address, **said, timeout=settings.PAYPAL_TIMEOUT, allow_redirects=False)
