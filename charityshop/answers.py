"""The one place where an exception becomes an API answer (errors.py has the rest, free of DRF's views)."""

from typing import Any

from django.db import InterfaceError, OperationalError
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from charityshop.errors import DomainError, body_of, database_is_away, domain_answer


def answer_with_message(exc: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's EXCEPTION_HANDLER."""
    if isinstance(exc, DomainError):
        set_rollback()
        return domain_answer(exc)
    if isinstance(exc, OperationalError | InterfaceError):
        set_rollback()
        return domain_answer(database_is_away())
    response = exception_handler(exc, context)  # DRF's own errors; None means a bug
    if response is not None:
        response.data = body_of(exc, response.data)
    return response
