"""Verify PayPal's webhooks, and limit the cost of forged ones, since each verification calls PayPal.

A verification is counted before PayPal is asked, so that simultaneous webhooks can't exceed a limit, and uncounted if
the webhook is genuine or PayPal was not asked. The limit per address is lower than the total, so that a single sender
of forged webhooks can't block PayPal's. Above a limit the response is 503 and nothing is stored; PayPal repeats a
webhook for three days. Windows are fixed, so any burst of forged webhooks causes at most 2 × MAX_FAILED verifications,
plus one token request per thread.
"""

import logging
from collections.abc import Mapping

from charityshop.api.throttling import Limit, count_tries, uncount_tries
from charityshop.exceptions import BadRequest, TooMany, Unavailable
from paypal import webhook_signature
from paypal.exceptions import PayPalNotSent, PayPalRefused, PayPalUnclear

log = logging.getLogger(__name__)

WINDOW_SECONDS = 600
MAX_FAILED = 25  # from all addresses, in all processes; also counts those in progress
MAX_FAILED_BY_ADDRESS = 15


def verify_webhook(*, headers: Mapping[str, str], body: bytes, address: str) -> None:
    """Verify that PayPal sent this webhook. Raise BadRequest if it is forged, or Unavailable if that is unknown now."""
    if not webhook_signature.is_signed(headers):
        raise build_forged_error()
    limits = get_limits(address)
    try:
        count_tries(limits)
    except TooMany:
        log.warning("webhook from %s: too many failed verifications, so it is not verified now", address)
        raise build_retry_error() from None
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
            uncount_tries(limits)
    if is_genuine is None:
        raise build_retry_error()
    if not is_genuine:
        raise build_forged_error()


def get_limits(address: str) -> list[Limit]:
    return [
        Limit("webhook", address, MAX_FAILED_BY_ADDRESS, WINDOW_SECONDS),
        Limit("webhook", "all", MAX_FAILED, WINDOW_SECONDS),
    ]


def build_forged_error() -> BadRequest:
    return BadRequest("The signature is not PayPal's.", code="forged")


def build_retry_error() -> Unavailable:
    return Unavailable("The webhook cannot be handled right now. Send it again.", code="try_again")
