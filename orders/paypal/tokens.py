"""The access token for the calls that the vendor's SDK does not have, shared by all threads of a process."""

import time
from typing import NamedTuple

import requests
from django.conf import settings

from orders.paypal.exceptions import readable

EARLY = 60  # seconds: a token is renewed before it runs out, as a call takes a while


class Token(NamedTuple):
    text: str
    account: tuple[str, str]  # the address of the API and the client it was issued to
    expires_at: float  # by time.monotonic()


cached: list[Token] = []  # the latest one, or none


def access_token(*, rejected: str = "") -> str:
    """Return a token; a new one if the latest is old, or is the one that PayPal `rejected`."""
    account = (settings.PAYPAL_API_URL, settings.PAYPAL_CLIENT_ID)
    for token in cached[-1:]:
        if token.account == account and token.expires_at > time.monotonic() and token.text != rejected:
            return token.text
    cached[:] = [fetch_token(account)]
    return cached[-1].text


def fetch_token(account: tuple[str, str]) -> Token:
    url, client_id = account
    answer = requests.post(
        f"{url}/v1/oauth2/token",
        data={"grant_type": "client_credentials"},
        auth=(client_id, settings.PAYPAL_CLIENT_SECRET),
        timeout=settings.PAYPAL_TIMEOUT,
        allow_redirects=False,
    )
    answer.raise_for_status()
    told = readable(answer.text)
    lifetime = float(told.get("expires_in") or 0)
    return Token(str(told["access_token"]), account, time.monotonic() + lifetime - EARLY)
