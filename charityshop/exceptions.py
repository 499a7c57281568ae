"""The errors that services raise. Every API error has a `message`: one sentence that tells the user what to do."""

import sqlite3
from collections.abc import Mapping

from django.conf import settings
from django.db import InterfaceError, OperationalError

RETRY_AFTER_SECONDS = 5
# What the drivers raise when the database, or Redis where one is named, is busy or gone.
AWAY: tuple[type[Exception], ...] = (OperationalError, InterfaceError)
if settings.REDIS:
    from redis.exceptions import RedisError

    AWAY = (*AWAY, RedisError)
DISK_FULL = "53100"  # PostgreSQL's word for it


class DomainError(Exception):
    """A refusal the visitor should read. Services raise it; only charityshop.api.exception_handler answers it."""

    status = 409  # most refusals clash with the present state
    code = ""
    retry_after: int | None = None  # seconds

    def __init__(self, message: str, *, code: str | None = None, **details: object) -> None:
        super().__init__(message)
        self.message = message
        self.code = self.code if code is None else code
        self.details: Mapping[str, object] = details  # what a screen needs to offer a way out: `short`, `quote`


class NotPossible(DomainError):
    """The request is understood, but clashes with how things stand now."""


class BadRequest(DomainError):
    """The request itself is wrong."""

    status = 400
    code = "invalid"


class Forbidden(DomainError):
    """This person may not do that."""

    status = 403


class Missing(DomainError):
    """There is no such thing, or it is not for this person to know."""

    status = 404


class TooMany(DomainError):
    """Asked too often; `retry_after` says in how many seconds to come back."""

    status = 429

    def __init__(self, message: str, *, retry_after: int, code: str = "throttled") -> None:
        super().__init__(message, code=code)
        self.retry_after = retry_after


class TooLarge(DomainError):
    """The request's body is larger than any honest one."""

    status = 413
    code = "too_large"

    def __init__(self) -> None:
        super().__init__("That is too large.")


class Unavailable(DomainError):
    """Something the shop leans on is away; trying again later helps."""

    status = 503
    retry_after = RETRY_AFTER_SECONDS


def database_is_away(error: BaseException | None = None) -> Unavailable:
    """`error` is Django's, and tells a full disk from everything that waiting helps against."""
    cause = error.__cause__ if error else None
    if getattr(cause, "sqlstate", "") == DISK_FULL or getattr(cause, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL:
        return disk_is_full()
    return Unavailable("The shop is busy right now. Try again in a few seconds.", code="busy")


def disk_is_full() -> Unavailable:
    return Unavailable(
        "The shop cannot store anything right now. Nothing was changed; try again later.", code="disk_full"
    )
