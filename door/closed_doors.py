"""Refuse what can't be done once a date's door is closed, or the date is over or canceled."""

from datetime import datetime

from charityshop.exceptions import DomainError
from door.models import Door


class DoorClosed(DomainError):
    """The date's door was closed."""

    code = "night_closed"
    message = "This door is closed."


class DoorOver(DomainError):
    """The date ended so long ago that nobody comes in anymore, and links are no longer valid."""

    code = "over"
    message = "This date ended more than 6 hours ago."


def refuse_closed(door: Door) -> None:
    if door.closed_at is not None:
        raise DoorClosed


def find_refusal(door: Door, now: datetime) -> DomainError | None:
    """Return why nobody can be checked in, if so. The door need not be stored: it may not be open yet."""
    if door.is_canceled:
        return DomainError("This date was canceled.", code="canceled")
    if door.closed_at is not None:
        return DoorClosed()
    return DoorOver() if door.ends_at <= now else None
