"""Counts requests for Prometheus, and logs slow queries. Both are off unless the environment asks for them.

Every server process writes into files of its own below PROMETHEUS_MULTIPROC_DIR (charityshop.web_server makes it), so
whichever process answers /metrics tells the sum of all.
"""

import logging
import os
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponseBase
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

GetResponse = Callable[[HttpRequest], HttpResponseBase]
REQUESTS = Counter("shop_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "shop_request_seconds",
    "Seconds until the answer's head was ready.",
    ["route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
log = logging.getLogger("charityshop.slow_query")


def counted_registry() -> CollectorRegistry:
    """What all processes of this server have counted."""
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


class CountRequests:
    """Counts by route, never by address: addresses hold ids, and there is no end of them."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = self.get_response(request)
        route = request.resolver_match.route if request.resolver_match else "none"
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(method, route, str(response.status_code)).inc()
        SECONDS.labels(route).observe(time.perf_counter() - began)
        return response


class LogSlowQueries:
    """Logs statements that take longer than SLOW_QUERY_MS, without their values: those are people's."""

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
