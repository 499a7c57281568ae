"""Log slow database queries."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponseBase

from charityshop.api.responses import GetResponse

log = logging.getLogger("charityshop.slow_query")


class LogSlowQueries:
    """Log statements that take longer than SLOW_QUERY_MS, without parameters, which may be personal data."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with connection.execute_wrapper(timed):
            return self.get_response(request)


def timed(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        milliseconds = (time.perf_counter() - began) * 1000
        if milliseconds >= settings.SLOW_QUERY_MS:
            log.warning("%.0f ms: %s", milliseconds, sql)
