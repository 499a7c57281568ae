"""The current time. No other module reads the clock for timestamps."""

from datetime import UTC, datetime


def now() -> datetime:
    return datetime.now(UTC)


def timestamp() -> str:
    """Return the current time in PayPal's format: UTC, whole seconds, ending in Z."""
    return now().strftime("%Y-%m-%dT%H:%M:%SZ")
