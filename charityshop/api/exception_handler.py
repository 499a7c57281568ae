"""Turn exceptions into API responses. `charityshop.api.responses` has the parts that don't need DRF's views."""

import errno
import logging
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import UnreadablePostError
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from charityshop.api.responses import body_of, domain_body
from charityshop.exceptions import UNAVAILABLE, BadRequest, DomainError, TooLarge, database_unavailable, disk_is_full
from charityshop.observability.errors import describe_error

log = logging.getLogger(__name__)

CANNOT_WRITE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM}


def api_exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Handle exceptions of API views. Set as DRF's EXCEPTION_HANDLER."""
    if isinstance(exc, DomainError):
        set_rollback()
        return domain_response(exc)
    if isinstance(exc, UNAVAILABLE):
        set_rollback()
        return domain_response(database_unavailable(exc))
    if isinstance(exc, RequestDataTooBig):
        return domain_response(TooLarge())
    if isinstance(exc, SuspiciousOperation | UnreadablePostError):  # the latter: the connection was closed early
        return domain_response(BadRequest("The request is not readable.", code="malformed"))
    if isinstance(exc, OSError) and exc.errno in CANNOT_WRITE:
        set_rollback()
        log.error("Nothing can be stored: %s", describe_error(exc))
        return domain_response(disk_is_full())
    response = exception_handler(exc, context)  # DRF's own errors; None means a bug
    if response is not None:
        response.data = body_of(exc, response.data)
    return response


def domain_response(error: DomainError) -> Response:
    headers = {"Retry-After": str(error.retry_after)} if error.retry_after is not None else {}
    return Response(domain_body(error), status=error.status, headers=headers)
