"""Exceptions for failed calls to PayPal, and how error responses map to them."""

import json
import logging
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from paypal.issues import had_no_effect

log = logging.getLogger(__name__)
Result = TypeVar("Result")

MAX_ATTEMPTS = 2  # for a call whose outcome is unclear, with the same idempotency key


class PayPalUnclear(Exception):
    """The call may or may not have taken effect. Keep its idempotency key, and look up the state at PayPal."""

    def __init__(self, message: str, *, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class PayPalNotSent(PayPalUnclear):
    """The call was not sent, because too many others wait for PayPal."""


class PayPalMissing(PayPalUnclear):
    """PayPal returned 404. New resources may briefly be missing, so a 404 alone proves nothing."""


class PayPalRefused(Exception):
    """PayPal refused the call, which had no effect. `issue` is PayPal's code for the reason."""

    def __init__(self, status: int, issue: str, message: str) -> None:
        super().__init__(f"{status} {issue}: {message}")
        self.status = status
        self.issue = issue
        self.message = message


def retry_unclear(make_call: Callable[[], Result]) -> Result:
    """Make a call, and repeat it once if its outcome is unclear. Safe for reads and for writes with a stored key."""
    for _ in range(MAX_ATTEMPTS - 1):
        try:
            return make_call()
        except PayPalUnclear as unclear:
            log.info("asking PayPal again: %s", unclear)
    return make_call()


def build_error(status: int, text: str) -> Exception:
    """Return the exception for an error response: PayPalRefused only if it proves that the call had no effect."""
    if status == 404:
        return PayPalMissing("PayPal answered 404", status=404)
    try:
        body = parse_object(text)
    except PayPalUnclear:
        return PayPalUnclear(f"PayPal answered {status} with a body that cannot be read", status=status)
    try:
        issues = list_issues(body)
    except (TypeError, KeyError, AttributeError):
        return PayPalUnclear(f"PayPal answered {status} with details that cannot be read", status=status)
    names = [name for name, _ in issues]
    if not had_no_effect(status, names):
        return PayPalUnclear(f"PayPal answered {status} {' '.join(names)}", status=status)
    return PayPalRefused(status, *issues[0])


def list_issues(body: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return each issue of an error body with its description, or the error itself if it has no details."""
    details = [(detail["issue"], detail.get("description") or "") for detail in body.get("details") or []]
    issues = details or [(body.get("name") or body.get("error") or "", body.get("message") or "")]
    if not all(isinstance(text, str) for issue in issues for text in issue):
        raise TypeError("an issue is no text")
    return issues


def parse_object(text: str) -> Mapping[str, Any]:
    """Parse a response's JSON object. Raise PayPalUnclear for anything else, including nesting that is too deep."""
    try:
        body = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise PayPalUnclear("PayPal's answer cannot be read") from error
    if not isinstance(body, dict):
        raise PayPalUnclear("PayPal's answer is not an object")
    return body
