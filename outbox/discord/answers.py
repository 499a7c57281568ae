"""Read Discord's answers. Whatever they contain, they name a status and a pause, and never the secret address."""

import json
import math
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Any

from django.utils import timezone

PAUSE, MAX_WAIT = timedelta(minutes=5), timedelta(hours=1)
MAX_CODE = 10_000_000


def parse_body(content: bytes) -> dict[str, Any]:
    """Return the JSON object that Discord explains itself with, or an empty one."""
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def format_answer(status: int, body: dict[str, Any]) -> str:
    """Return the status and Discord's number of the error. Its text may repeat the address, so it is left out."""
    code = body.get("code")
    known = isinstance(code, int) and 0 < code < MAX_CODE
    return f"Discord answered {status}" + (f" (error {code})" if known else "")


def read_pause(body: dict[str, Any], header: str) -> timedelta:
    """Return how long Discord asks to wait: `retry_after` in seconds, or Retry-After, in seconds or as a date."""
    for read, value in ((read_seconds, body.get("retry_after")), (read_seconds, header), (read_date, header)):
        seconds = read(value)
        if not math.isnan(seconds):
            return timedelta(seconds=min(max(seconds, 1), MAX_WAIT.total_seconds()))
    return PAUSE


def read_seconds(value: Any) -> float:
    """Return the number, or NaN."""
    try:
        return float(value)
    except OverflowError:
        return math.inf
    except (ValueError, TypeError):
        return math.nan


def read_date(value: Any) -> float:
    """Return in how many seconds the date of a header is, or NaN."""
    try:
        at = parsedate_to_datetime(value)
        return (at - timezone.now()).total_seconds()
    except (ValueError, TypeError, OverflowError):  # TypeError: a date without a time zone
        return math.nan
