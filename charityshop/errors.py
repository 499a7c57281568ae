"""Every API error carries {"message": one sentence for people}. Services raise them; charityshop.answers answers."""

import sqlite3
from collections.abc import Iterable, Mapping

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework import status
from rest_framework.exceptions import APIException, NotAuthenticated, NotFound, Throttled, ValidationError

RETRY_AFTER_SECONDS = 5
# What the drivers raise when the database, or Redis where one is named, is busy or gone.
AWAY: tuple[type[Exception], ...] = (OperationalError, InterfaceError)
if settings.REDIS:
    from redis.exceptions import RedisError

    AWAY = (*AWAY, RedisError)
DISK_FULL = "53100"  # PostgreSQL's word for it


class DomainError(Exception):
    """A refusal the visitor should read. Services raise it; only charityshop.answers answers it."""

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


def domain_body(error: DomainError) -> dict[str, object]:
    code = {"code": error.code} if error.code else {}
    return {"message": error.message, **code, **error.details}


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


def body_of(exc: Exception, data: object) -> dict[str, object]:
    body: dict[str, object] = {"message": first_message(data) or "That did not work. Try again."}
    if isinstance(exc, ValidationError):
        body["errors"] = field_errors(data)
        body["code"] = "invalid"
    elif isinstance(exc, NotAuthenticated):
        body = {"message": "Please sign in.", "code": "not_signed_in"}
    elif isinstance(exc, Http404 | NotFound):
        body = {"message": "There is nothing here by that name.", "code": "not_found"}
    elif isinstance(exc, Throttled):
        body["code"] = "throttled"
    elif isinstance(exc, APIException):
        body["code"] = str(exc.default_code)
    return body


def first_message(data: object) -> str:
    """The first sentence in DRF's nested errors, depth first."""
    if isinstance(data, str):
        return str(data)
    children: Iterable[object] = data.values() if isinstance(data, Mapping) else data if isinstance(data, list) else ()
    return next((found for child in children if (found := first_message(child))), "")


def field_errors(data: object, path: str = "") -> dict[str, list[str]]:
    """DRF's nested errors, flat: {"orderItems.0.bookings": ["…"]}; what belongs to no field stands under ""."""
    if isinstance(data, str):
        return {path: [str(data)]}
    pairs = data.items() if isinstance(data, Mapping) else enumerate(data) if isinstance(data, list) else ()
    flat: dict[str, list[str]] = {}
    for key, child in pairs:
        within = path if isinstance(child, str) and isinstance(key, int) else joined(path, str(key))
        for name, messages in field_errors(child, within).items():
            flat.setdefault(name, []).extend(messages)
    return flat


def joined(path: str, key: str) -> str:
    key = "" if key == "non_field_errors" else key
    return f"{path}.{key}" if path and key else path or key


def plain_answer(message: str, code: str, http_status: int) -> JsonResponse:
    """The same shape for what happens outside DRF: unknown paths, refused hosts, crashes."""
    return JsonResponse({"message": message, "code": code}, status=http_status)


def is_api(request: HttpRequest) -> bool:
    return request.path == "/api" or request.path.startswith("/api/")


@csrf_exempt  # the origin rule guards every API path; without this an unknown one would complain about a token
def api_not_found(request: HttpRequest, *args: object, **kwargs: object) -> JsonResponse:
    return plain_answer("There is nothing here by that name.", "not_found", status.HTTP_404_NOT_FOUND)
