"""Refuse what can't be done once a date's door is closed."""

from charityshop.exceptions import DomainError
from door.models import Night


class NightClosed(DomainError):
    """The date's door was closed."""

    code = "night_closed"
    message = "This night is closed."


def refuse_closed(night: Night) -> None:
    if night.closed_at is not None:
        raise NightClosed
