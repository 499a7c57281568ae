"""Exceptions that services raise. Each has a `message` that tells the user what to do."""

import sqlite3
from collections.abc import Mapping

from django.conf import settings
from django.db import InterfaceError, OperationalError

RETRY_AFTER_SECONDS = 5
# Raised by the drivers when the database or Redis is busy or unreachable.
UNAVAILABLE: tuple[type[Exception], ...] = (OperationalError, InterfaceError)
if settings.REDIS:
    from redis.exceptions import RedisError

    UNAVAILABLE = (*UNAVAILABLE, RedisError)
DISK_FULL = "53100"  # the SQLSTATE of PostgreSQL


class DomainError(Exception):
    """A rejected request with a message for the user. Handled in charityshop.api.exception_handler."""

    status = 409  # most rejections are conflicts with the current state
    code = ""
    message = ""  # of classes that always say the same
    retry_after: int | None = None  # seconds

    def __init__(self, message: str | None = None, *, code: str | None = None, **details: object) -> None:
        self.message = self.message if message is None else message
        super().__init__(self.message)
        self.code = self.code if code is None else code
        self.details: Mapping[str, object] = details  # data for offering alternatives, such as `short` or `quote`


class NotPossible(DomainError):
    """The request conflicts with the current state."""


class Changed(DomainError):
    """What the author of the request saw no longer holds. Nothing was written."""

    code = "changed"


class BadRequest(DomainError):
    """The request is invalid."""

    status = 400
    code = "invalid"


class InvalidField(BadRequest):
    """A field of the request is invalid. Forms show the message beside it."""

    def __init__(self, field: str, message: str, *, code: str | None = None) -> None:
        super().__init__(message, code=code, errors={field: [message]})


class NotSignedIn(DomainError):
    """What was sent to sign in is wrong or not enough."""

    status = 401


class Forbidden(DomainError):
    """The user may not do that."""

    status = 403


class Missing(DomainError):
    """The object does not exist, or the user may not know about it."""

    status = 404


class DeadLink(Missing):
    """The token of a link is wrong or was revoked. Users can't tell which."""

    code = "not_found"
    message = "This link no longer works."


class TooMany(DomainError):
    """A limit is reached; `retry_after` is in seconds."""

    status = 429

    def __init__(self, message: str, *, retry_after: int, code: str = "throttled") -> None:
        super().__init__(message, code=code)
        self.retry_after = retry_after


class TooLarge(DomainError):
    """The request body is too large."""

    status = 413
    code = "too_large"
    message = "The request is too large."


class Unavailable(DomainError):
    """A service that the shop depends on is unavailable; retrying later helps."""

    status = 503
    retry_after = RETRY_AFTER_SECONDS


def database_unavailable(error: BaseException) -> Unavailable:
    """Return the exception for a database error: a full disk, or a failure for which retrying helps."""
    cause = error.__cause__
    if getattr(cause, "sqlstate", "") == DISK_FULL or getattr(cause, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL:
        return disk_is_full()
    return Unavailable("The shop is busy right now. Try again in a few seconds.", code="busy")


def disk_is_full() -> Unavailable:
    return Unavailable(
        "The shop cannot store anything right now. Nothing was changed; try again later.", code="disk_full"
    )
