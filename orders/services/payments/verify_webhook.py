"""Verify PayPal's webhooks, and limit what forged ones cost: each verification is a call to PayPal.

Only verifications that fail count, so a burst of genuine webhooks is never limited. What a single address can cause is
less than what all can, so that one sender of forged webhooks does not keep PayPal's out. Over the limit the answer is
503 and nothing is stored; PayPal sends a webhook again for three days. The windows are fixed: across the border of two,
500 forged webhooks cause at most 2 × MAX_FAILED verifications, and a token for each thread of a server.
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
MAX_FAILED = 25  # by all addresses together, in all processes
MAX_FAILED_BY_ADDRESS = 15


def verify_webhook(*, headers: Mapping[str, str], body: bytes, address: str) -> None:
    """Return if PayPal itself sent this. Raises BadRequest for a forged webhook, Unavailable if nobody can say now."""
    if not paypal.is_signed(headers):
        raise forged()
    by_all, by_address = counter_key("all"), counter_key(address)
    if counts().read(by_address) >= MAX_FAILED_BY_ADDRESS or not count(by_all, most=MAX_FAILED):
        log.warning("webhook from %s: too many failed verifications, so it is not verified now", address)
        raise try_again()
    is_genuine = None
    try:
        is_genuine = paypal.is_genuine(headers, body)
    except PayPalRefused as refusal:
        log.warning("webhook from %s: %s", address, refusal)
        if refusal.status in (400, 422):  # the headers do not even have the shape of a signature
            is_genuine = False
    except PayPalUnclear as unclear:
        log.warning("webhook from %s cannot be verified now: %s", address, unclear)
    finally:
        if is_genuine:
            counts().take_back(by_all)
        else:
            count(by_address)
    if is_genuine is None:
        raise try_again()
    if not is_genuine:
        raise forged()


def forged() -> BadRequest:
    return BadRequest("The signature is not PayPal's.", code="forged")


def try_again() -> Unavailable:
    return Unavailable("The webhook cannot be handled right now. Send it again.", code="try_again")


def count(key: str, *, most: int | None = None) -> bool:
    return counts().add(key, window_end(), most=most)


def counter_key(subject: str) -> str:
    """A hash, so that the table of counters names no address."""
    return salted_hmac("webhooks", f"{subject}\n{window_end().timestamp()}", algorithm="sha256").hexdigest()


def window_end() -> datetime:
    seconds = int(WINDOW.total_seconds())
    return datetime.fromtimestamp((int(timezone.now().timestamp()) // seconds + 1) * seconds, tz=UTC)
