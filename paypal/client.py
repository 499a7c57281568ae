"""Send requests to PayPal: through PayPal's SDK, and directly for the one endpoint that the SDK lacks.

The SDK is imported on the first call because the import is slow and most management commands never call PayPal.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import requests
from django.conf import settings
from urllib3.exceptions import HTTPError

from paypal.exceptions import PayPalNotSent, PayPalUnclear, build_error, parse_object

if TYPE_CHECKING:
    from types import ModuleType

    from paypalserversdk.paypal_serversdk_client import PaypalServersdkClient


def load_sdk() -> "ModuleType":
    from paypal import sdk  # noqa: PLC0415 - see above

    return sdk


local = threading.local()  # one client per thread, because the SDK's client holds its token and its connection


def call(make_call: "Callable[[PaypalServersdkClient], Any]") -> Mapping[str, Any]:
    """Make one call and return its JSON.

    After a 401, repeat the call with a new client, because the SDK does not renew a token that PayPal rejects.
    """
    with call_limit.slot():
        try:
            return attempt(make_call, client())
        except PayPalUnclear as unclear:
            if unclear.status != 401:
                raise
        return attempt(make_call, client(renew=True))


def attempt(make_call: "Callable[[PaypalServersdkClient], Any]", client: "PaypalServersdkClient") -> Mapping[str, Any]:
    try:
        text = make_call(client).text
    except load_sdk().ApiException as error:
        raise build_error(error.response_code, getattr(error.response, "text", "")) from error
    except (OSError, HTTPError) as error:  # no response
        raise PayPalUnclear(repr(error)) from error
    except Exception as error:  # a response that the SDK cannot read, such as the 401 of an expired token
        discard_client()
        raise PayPalUnclear(repr(error)) from error
    return parse_object(text)


def client(*, renew: bool = False) -> "PaypalServersdkClient":
    if renew or not hasattr(local, "client"):
        local.client = load_sdk().make_client()
    return local.client


def discard_client() -> None:
    """Discard this thread's client, so that its next call fetches a new token."""
    if hasattr(local, "client"):
        del local.client


def post_with_token(path: str, body: bytes) -> Mapping[str, Any]:
    """POST the exact bytes of `body` to an endpoint that the SDK lacks, with a bearer token."""
    try:
        with call_limit.slot():
            token = get_access_token()
            response = post(path, body, token)
            if response.status_code == 401:
                response = post(path, body, get_access_token(rejected=token))
    except (requests.RequestException, KeyError, TypeError, ValueError) as error:
        raise PayPalUnclear(repr(error)) from error
    if response.status_code >= 400:
        raise build_error(response.status_code, response.text)
    return parse_object(response.text)


def post(path: str, body: bytes, token: str) -> requests.Response:
    return requests.post(
        f"{settings.PAYPAL_API_URL}{path}",
        data=body,
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        timeout=settings.PAYPAL_TIMEOUT,
        allow_redirects=False,
    )


# --- A limit on calls ------------------------------------------------------------------------------------------------

SLOW_SECONDS = 1.0  # a call that takes longer means that PayPal is slow; also how long a call waits for a free slot


class CallLimit:
    """Let at most `limit` threads call PayPal at once.

    While PayPal is fast, a further call waits for a free slot. Once it has waited for SLOW_SECONDS, it and the calls
    after it are refused immediately, until a call is fast again.
    """

    def __init__(self, limit: int) -> None:
        self.slots = threading.BoundedSemaphore(limit)
        self.is_slow = False

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Hold a slot. Raise PayPalNotSent if there is none."""
        if not self.slots.acquire(timeout=0 if self.is_slow else SLOW_SECONDS):
            self.is_slow = True
            raise PayPalNotSent("not sent, because too many calls wait for PayPal")
        started = time.monotonic()
        try:
            yield
        finally:
            self.slots.release()
            self.is_slow = self.is_slow and time.monotonic() - started > SLOW_SECONDS


call_limit = CallLimit(settings.PAYPAL_MAX_CALLS)


# --- The access token for requests without the SDK, shared by all threads of a process -----------------------------

RENEW_BEFORE = 60  # seconds: renew a token before it expires, because the call that uses it takes time


class Token(NamedTuple):
    text: str
    account: tuple[str, str]  # the API's URL and the client ID it was issued to
    expires_at: float  # by time.monotonic()


cached_tokens: list[Token] = []  # empty, or the latest token


def get_access_token(*, rejected: str = "") -> str:
    """Return the cached token, or fetch a new one if it has expired or is the one that PayPal `rejected`."""
    account = (settings.PAYPAL_API_URL, settings.PAYPAL_CLIENT_ID)
    for token in cached_tokens[-1:]:
        if token.account == account and token.expires_at > time.monotonic() and token.text != rejected:
            return token.text
    cached_tokens[:] = [fetch_token(account)]
    return cached_tokens[-1].text


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
