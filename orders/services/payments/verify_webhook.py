"""Verify PayPal's webhooks, and limit the cost of forged ones, since each verification calls PayPal.

Only failed verifications count, so genuine webhooks are never limited. The limit per address is lower than the total,
so that a single sender of forged webhooks can't block PayPal's. Above a limit the response is 503 and nothing is
stored; PayPal repeats a webhook for three days. Windows are fixed, so any burst of forged webhooks causes at most
2 × MAX_FAILED verifications, plus one token request per thread.
"""

import logging
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from django.utils import timezone
from django.utils.crypto import salted_hmac

from charityshop.api.throttle_storage import counts
from charityshop.exceptions import BadRequest, Unavailable
from orders import paypal
from orders.paypal import PayPalRefused, PayPalUnclear

log = logging.getLogger(__name__)

WINDOW = timedelta(minutes=10)
MAX_FAILED = 25  # from all addresses, in all processes
MAX_FAILED_BY_ADDRESS = 15


def verify_webhook(*, headers: Mapping[str, str], body: bytes, address: str) -> None:
    """Verify that PayPal sent this webhook. Raise BadRequest if it is forged, or Unavailable if that is unknown now."""
    if not paypal.is_signed(headers):
        raise build_forged_error()
    by_all, by_address = get_counter_key("all"), get_counter_key(address)
    if counts().read(by_address) >= MAX_FAILED_BY_ADDRESS or not count_verification(by_all, limit=MAX_FAILED):
        log.warning("webhook from %s: too many failed verifications, so it is not verified now", address)
        raise build_retry_error()
    is_genuine = None
    try:
        is_genuine = paypal.is_genuine(headers, body)
    except PayPalRefused as refusal:
        log.warning("webhook from %s: %s", address, refusal)
        if refusal.status in (400, 422):  # the headers are not a valid signature
            is_genuine = False
    except PayPalUnclear as unclear:
        log.warning("webhook from %s cannot be verified now: %s", address, unclear)
    finally:
        if is_genuine:
            counts().take_back(by_all)
        else:
            count_verification(by_address)
    if is_genuine is None:
        raise build_retry_error()
    if not is_genuine:
        raise build_forged_error()


def build_forged_error() -> BadRequest:
    return BadRequest("The signature is not PayPal's.", code="forged")


def build_retry_error() -> Unavailable:
    return Unavailable("The webhook cannot be handled right now. Send it again.", code="try_again")


def count_verification(key: str, *, limit: int | None = None) -> bool:
    return counts().add(key, get_window_end(), most=limit)


def get_counter_key(subject: str) -> str:
    """Return a hashed key, so that the counters' table stores no IP addresses."""
    return salted_hmac("webhooks", f"{subject}\n{get_window_end().timestamp()}", algorithm="sha256").hexdigest()


def get_window_end() -> datetime:
    seconds = int(WINDOW.total_seconds())
    return datetime.fromtimestamp((int(timezone.now().timestamp()) // seconds + 1) * seconds, tz=UTC)
