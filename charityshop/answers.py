"""The one place where an exception becomes an API answer (errors.py has the rest, free of DRF's views)."""

from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import UnreadablePostError
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from charityshop.errors import AWAY, BadRequest, DomainError, TooLarge, body_of, database_is_away, domain_answer


def answer_with_message(exc: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's EXCEPTION_HANDLER."""
    if isinstance(exc, DomainError):
        set_rollback()
        return domain_answer(exc)
    if isinstance(exc, AWAY):
        set_rollback()
        return domain_answer(database_is_away())
    if isinstance(exc, RequestDataTooBig):
        return domain_answer(TooLarge())
    if isinstance(exc, SuspiciousOperation | UnreadablePostError):  # the latter: the line was cut before the end
        return domain_answer(BadRequest("The request is not readable.", code="malformed"))
    response = exception_handler(exc, context)  # DRF's own errors; None means a bug
    if response is not None:
        response.data = body_of(exc, response.data)
    return response
