"""Log security events such as sign-ins and rejected requests, one name=value line each.

Lines contain the request ID (`charityshop.observability.log_format`). They identify users by ID and contain no
passwords, codes, cookies, links or email addresses. Only rejections include the IP address. docs/security.md lists the
events.
"""

import json
import logging
import re
from functools import partial
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from charityshop.api.responses import GetResponse, is_api
from charityshop.exceptions import UNAVAILABLE
from charityshop.security.origins import address_of

log = logging.getLogger("security")
PLAIN = re.compile(r"[A-Za-z0-9_.,:/+@-]{1,200}")
MAX_VALUE_LENGTH = 200  # characters of one value
ANONYMOUS = "-"


def note(event: str, *, user: Any | None, **more: object) -> None:
    """Log an event of a user's account after the transaction commits."""
    transaction.on_commit(partial(log.info, "%s", line_of(event, user, more)))


def note_refusal(event: str, *, user: Any | None, **more: object) -> None:
    """Log a rejected request immediately, even if the transaction is rolled back."""
    log.warning("%s", line_of(event, user, more))


def line_of(event: str, user: Any | None, more: dict[str, object]) -> str:
    named = {"event": event, "person": user.public_id if user else ANONYMOUS} | more
    return " ".join(f"{name}={value_of(value)}" for name, value in named.items() if value is not None)


def value_of(value: object) -> str:
    """Format a value, quoted if needed, so that user input can't inject other values."""
    text = str(value)[:MAX_VALUE_LENGTH]
    return text if PLAIN.fullmatch(text) else json.dumps(text)


class LogRefusals:
    """Log rejected requests and those that no regular client sends.

    Rejections are missing permissions, other origins, throttling and ended sessions. A signed-in user's 404 counts too,
    because other users' objects return 404. Validation errors are not logged.
    """

    REFUSALS = (
        HTTPStatus.FORBIDDEN,
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    )
    CHECKED = (*REFUSALS, HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND)
    MALFORMED = ("parse_error", "malformed", "forged")  # codes of a 400

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code in self.CHECKED:
            self.log_if_refused(request, response)
        return response

    def log_if_refused(self, request: HttpRequest, response: HttpResponseBase) -> None:
        status, code, user = response.status_code, code_of(response), signed_in_user(request)
        if (
            status in self.REFUSALS
            or code in self.MALFORMED
            or self.has_invalid_session(request, code)
            or (status == HTTPStatus.NOT_FOUND and user)
        ):
            note_refusal(
                "refused",
                user=user,
                status=status,
                code=code,
                method=request.method,
                path=request.path,
                address=address_of(request),
            )

    def has_invalid_session(self, request: HttpRequest, code: str | None) -> bool:
        """Return whether the session cookie is invalid or its session has ended."""
        return code == "not_signed_in" and settings.SESSION_COOKIE_NAME in request.COOKIES


def code_of(response: HttpResponseBase) -> str | None:
    if not isinstance(response, HttpResponse) or "json" not in response.headers.get("Content-Type", ""):
        return None
    try:
        return str(json.loads(response.content).get("code"))
    except (ValueError, AttributeError):
        return None


def signed_in_user(request: HttpRequest) -> Any | None:
    """Return the signed-in user, or None if unknown, for example while the database is unavailable."""
    if not hasattr(request, "user") or not (is_api(request) or settings.SESSION_COOKIE_NAME in request.COOKIES):
        return None
    try:
        return request.user if request.user.is_authenticated else None
    except UNAVAILABLE:
        return None
