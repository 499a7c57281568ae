"""The one place that reads the time."""

from datetime import UTC, datetime


def now() -> datetime:
    return datetime.now(UTC)


def timestamp() -> str:
    """Return the present time as PayPal writes it: UTC, whole seconds, ending in Z."""
    return now().strftime("%Y-%m-%dT%H:%M:%SZ")
