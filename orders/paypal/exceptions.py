"""How a call to PayPal ends: with an answer, refused without effect, or with an unknown outcome."""

import json
import logging
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from orders.paypal.issues import had_no_effect

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")

MAX_ATTEMPTS = 2  # how often an unclear call is made with the same key before somebody is told to wait


class PayPalUnclear(Exception):
    """The outcome is unknown: the call may or may not have taken effect. Keep its key and look at PayPal's record."""

    def __init__(self, message: str, *, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class PayPalMissing(PayPalUnclear):
    """PayPal answered 404. New resources can be missing for a moment, so by itself this decides nothing."""


class PayPalRefused(Exception):
    """PayPal refused the call, and it took no effect. `issue` is PayPal's name for the reason."""

    def __init__(self, status: int, issue: str, message: str) -> None:
        super().__init__(f"{status} {issue}: {message}")
        self.status = status
        self.issue = issue
        self.message = message


def insist(ask: Callable[[], Answer]) -> Answer:
    """Repeat an unclear call once. Safe for reads, and for writes under a stored key."""
    for _ in range(MAX_ATTEMPTS - 1):
        try:
            return ask()
        except PayPalUnclear as unclear:
            log.info("asking PayPal again: %s", unclear)
    return ask()


def refusal_of(status: int, text: str) -> Exception:
    """Return the exception for an error answer: PayPalRefused only if it proves that nothing happened."""
    if status == 404:
        return PayPalMissing("PayPal answered 404", status=404)
    try:
        body = readable(text)
    except PayPalUnclear:
        return PayPalUnclear(f"PayPal answered {status} with a body that cannot be read", status=status)
    try:
        issues = issues_of(body)
    except (TypeError, KeyError, AttributeError):
        return PayPalUnclear(f"PayPal answered {status} with details that cannot be read", status=status)
    names = [name for name, _ in issues]
    if not had_no_effect(status, names):
        return PayPalUnclear(f"PayPal answered {status} {' '.join(names)}", status=status)
    return PayPalRefused(status, *issues[0])


def issues_of(body: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the issues that an error body names, each with its description; without details, the error itself."""
    details = [(detail["issue"], detail.get("description") or "") for detail in body.get("details") or []]
    issues = details or [(body.get("name") or body.get("error") or "", body.get("message") or "")]
    if not all(isinstance(text, str) for issue in issues for text in issue):
        raise TypeError("an issue is no text")
    return issues


def readable(text: str) -> Mapping[str, Any]:
    """Return the JSON object in an answer. Raise PayPalUnclear for anything else, nesting without end included."""
    try:
        body = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise PayPalUnclear("PayPal's answer cannot be read") from error
    if not isinstance(body, dict):
        raise PayPalUnclear("PayPal's answer is not an object")
    return body
