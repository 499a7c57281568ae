"""The access token for requests made without PayPal's SDK, shared by all threads of a process."""

import time
from typing import NamedTuple

import requests
from django.conf import settings

from paypal.exceptions import parse_object

RENEW_BEFORE = 60  # seconds: renew a token before it expires, because the call that uses it takes time


class Token(NamedTuple):
    text: str
    account: tuple[str, str]  # the API's URL and the client ID it was issued to
    expires_at: float  # by time.monotonic()


cached: list[Token] = []  # empty, or the latest token


def get_access_token(*, rejected: str = "") -> str:
    """Return the cached token, or fetch a new one if it has expired or is the one that PayPal `rejected`."""
    account = (settings.PAYPAL_API_URL, settings.PAYPAL_CLIENT_ID)
    for token in cached[-1:]:
        if token.account == account and token.expires_at > time.monotonic() and token.text != rejected:
            return token.text
    cached[:] = [fetch_token(account)]
    return cached[-1].text


def fetch_token(account: tuple[str, str]) -> Token:
    url, client_id = account
    response = requests.post(
        f"{url}/v1/oauth2/token",
        data={"grant_type": "client_credentials"},
        auth=(client_id, settings.PAYPAL_CLIENT_SECRET),
        timeout=settings.PAYPAL_TIMEOUT,
        allow_redirects=False,
    )
    response.raise_for_status()
    grant = parse_object(response.text)
    lifetime = float(grant.get("expires_in") or 0)
    return Token(str(grant["access_token"]), account, time.monotonic() + lifetime - RENEW_BEFORE)
