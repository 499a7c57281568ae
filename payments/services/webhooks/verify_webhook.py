"""Verify PayPal's webhooks, and limit the cost of forged ones, since each verification calls PayPal.

A verification is counted before PayPal is asked, so that simultaneous webhooks can't exceed a limit, and uncounted if
the webhook is genuine or PayPal was not asked. The limit per address is lower than the total, so that a single sender
of forged webhooks can't block PayPal's. Above a limit the response is 503 and nothing is stored; PayPal repeats a
webhook for three days. Windows are fixed, so any burst of forged webhooks causes at most 2 × MAX_FAILED verifications,
plus one token request per thread.
"""

import logging
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from django.utils import timezone
from django.utils.crypto import salted_hmac

from charityshop.api.throttling import counts
from charityshop.exceptions import BadRequest, Unavailable
from paypal import webhook_signature
from paypal.exceptions import PayPalNotSent, PayPalRefused, PayPalUnclear

log = logging.getLogger(__name__)

WINDOW = timedelta(minutes=10)
MAX_FAILED = 25  # from all addresses, in all processes; also counts those in progress
MAX_FAILED_BY_ADDRESS = 15


def verify_webhook(*, headers: Mapping[str, str], body: bytes, address: str) -> None:
    """Verify that PayPal sent this webhook. Raise BadRequest if it is forged, or Unavailable if that is unknown now."""
    if not webhook_signature.is_signed(headers):
        raise build_forged_error()
    counters = {get_counter_key(address): MAX_FAILED_BY_ADDRESS, get_counter_key("all"): MAX_FAILED}
    if not count_verification(counters):
        log.warning("webhook from %s: too many failed verifications, so it is not verified now", address)
        raise build_retry_error()
    is_genuine, was_sent = None, True
    try:
        is_genuine = webhook_signature.is_genuine(headers, body)
    except PayPalRefused as refusal:
        log.warning("webhook from %s: %s", address, refusal)
        if refusal.status in (400, 422):  # the headers are not a valid signature
            is_genuine = False
    except PayPalUnclear as unclear:
        was_sent = not isinstance(unclear, PayPalNotSent)
        log.warning("webhook from %s cannot be verified now: %s", address, unclear)
    finally:
        if is_genuine or not was_sent:
            uncount_verification(counters)
    if is_genuine is None:
        raise build_retry_error()
    if not is_genuine:
        raise build_forged_error()


def build_forged_error() -> BadRequest:
    return BadRequest("The signature is not PayPal's.", code="forged")


def build_retry_error() -> Unavailable:
    return Unavailable("The webhook cannot be handled right now. Send it again.", code="try_again")


def count_verification(counters: Mapping[str, int]) -> bool:
    """Count a verification with each counter, or with none if one has reached its limit. Return whether it counts."""
    counted: list[str] = []
    for key, limit in counters.items():
        if not counts().add(key, get_window_end(), most=limit):
            uncount_verification(counted)
            return False
        counted.append(key)
    return True


def uncount_verification(keys: Iterable[str]) -> None:
    for key in keys:
        counts().take_back(key)


def get_counter_key(subject: str) -> str:
    """Return a hashed key, so that the counters' table stores no IP addresses."""
    return salted_hmac("webhooks", f"{subject}\n{get_window_end().timestamp()}", algorithm="sha256").hexdigest()


def get_window_end() -> datetime:
    seconds = int(WINDOW.total_seconds())
    return datetime.fromtimestamp((int(timezone.now().timestamp()) // seconds + 1) * seconds, tz=UTC)
