"""How a call to PayPal ends: with an answer, refused for certain, or so that nobody knows."""

import json
import logging
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")

RETRY_LATER = (408, 429)
TRIES = 2  # how often an unclear call is made with the same key before somebody is told to wait


class PayPalUnclear(Exception):
    """Nobody knows whether the call took effect. Ask again with the same request key, or look the order up."""


class PayPalRefused(Exception):
    """PayPal said no for certain. `issue` is its own word, such as INSTRUMENT_DECLINED."""

    def __init__(self, status: int, issue: str, message: str) -> None:
        super().__init__(f"{status} {issue}: {message}")
        self.status = status
        self.issue = issue
        self.message = message


def insist(ask: Callable[[], Answer]) -> Answer:
    """Repeat an unclear call: a read, or a write under a stored key, does no harm twice."""
    for _ in range(TRIES - 1):
        try:
            return ask()
        except PayPalUnclear as unclear:
            log.info("asking PayPal again: %s", unclear)
    return ask()


def refusal_of(status: int, text: str) -> Exception:
    if status >= 500 or status in RETRY_LATER:
        return PayPalUnclear(f"PayPal answered {status}")
    try:
        body = readable(text)
    except PayPalUnclear as unclear:
        return unclear
    detail: Mapping[str, str] = next(iter(body.get("details") or ()), {})
    issue = detail.get("issue") or body.get("name") or body.get("error") or str(status)
    return PayPalRefused(status, issue, detail.get("description") or body.get("message") or "")


def readable(text: str) -> Mapping[str, Any]:
    try:
        body = json.loads(text)
    except (ValueError, TypeError) as error:
        raise PayPalUnclear("PayPal's answer cannot be read") from error
    if not isinstance(body, dict):
        raise PayPalUnclear("PayPal's answer is not an object")
    return body
