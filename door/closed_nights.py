"""Refuse what can't be done once a date's door is closed, or the date is over or canceled."""

from datetime import datetime

from charityshop.exceptions import DomainError
from door.models import Night


class NightClosed(DomainError):
    """The date's door was closed."""

    code = "night_closed"
    message = "This door is closed."


class NightOver(DomainError):
    """The date ended so long ago that nobody comes in anymore, and links are no longer valid."""

    code = "over"
    message = "This date ended more than 6 hours ago."


def refuse_closed(night: Night) -> None:
    if night.closed_at is not None:
        raise NightClosed


def find_refusal(night: Night, now: datetime) -> DomainError | None:
    """Return why nobody can be checked in, if so. The night need not be stored: its door may not be open yet."""
    if night.is_canceled:
        return DomainError("This date was canceled.", code="canceled")
    if night.closed_at is not None:
        return NightClosed()
    return NightOver() if night.ends_at <= now else None
