"""Count requests for Prometheus, if METRICS_TOKEN is set.

Each server process writes its counts to files in PROMETHEUS_MULTIPROC_DIR, which gunicorn.conf.py creates. /metrics
adds them up.
"""

import os
import time

from django.http import HttpRequest, HttpResponseBase
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

from charityshop.api.responses import GetResponse

REQUESTS = Counter("shop_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "shop_request_seconds",
    "Seconds until the response's headers were ready.",
    ["route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))


def counted_registry() -> CollectorRegistry:
    """Return a registry with the metrics of all processes."""
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


class CountRequests:
    """Count requests by route. Paths contain IDs, so they would create too many labels."""

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
