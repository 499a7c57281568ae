"""The servers that are measured: the shop with its data, and a floor on the same database."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import requests
from django.db import connection

from bench.load import order_requests
from tests.support.servers.redis_server import running_redis
from tests.support.servers.running_shop import ROOT, RunningShop, free_port
from tests.support.waiting import eventually

BUYERS = 1000


@dataclass(frozen=True, slots=True)
class Shop:
    """A shop that is running. `data` comes from `bench.data.seed`; `sessions` are those of signed-in buyers."""

    running: RunningShop
    data: dict[str, Any]
    sessions: list[str]

    @property
    def port(self) -> int:
        return self.running.ports[0]

    @property
    def dates(self) -> list[tuple[int, str]]:
        """Id and start of 50 dates that never sell out."""
        return [(pk, start) for pk, start in self.data["roomy_dates"][1:51]]

    def holds(self, number_of_dates: int) -> Iterator[bytes]:
        """Endless orders for so many of the dates that never sell out."""
        return order_requests(self.sessions, [(self.data["roomy"], start) for _, start in self.dates[:number_of_dates]])


@contextmanager
def started_shop() -> Iterator[Shop]:
    """Start the shop with 50 series on sale and 5,000 paid orders; with Redis as its cache beside PostgreSQL."""
    flags = {"MAX_HELD_ORDERS": "1000000", "PAYPAL_TIMEOUT": "10", "RESPONSE_MAX_AGE": "5"}
    with ExitStack() as stack:
        if connection.vendor == "postgresql" and (redis := stack.enter_context(running_redis())):
            flags["CACHE_URL"] = redis.url
        running = stack.enter_context(RunningShop(flags=flags))
        code = "import json; from bench.data import seed; print(json.dumps(seed()))"
        data = json.loads(run_python(running, code))
        sessions = json.loads(running.python("-m", "tests.support.crowd", str(BUYERS)))
        yield Shop(running, data, sessions)


def run_python(running: RunningShop, code: str) -> str:
    """Run code in the shop's Django, and return what it prints."""
    return running.manage("shell", "--no-imports", "--command", code)


@contextmanager
def started_floor(shop: Shop, **variables: str) -> Iterator[int]:
    """Start a floor (bench/floor/) by the same gunicorn settings, and return its port."""
    port = free_port()
    variables |= {"DJANGO_SETTINGS_MODULE": "bench.floor.settings", "PORT": str(port)}
    with running_process(shop, [sys.executable, "-m", "gunicorn", "--log-level", "warning"], **variables):
        assert eventually(lambda: is_ready(port), 30), "The floor did not start."
        yield port


@contextmanager
def running_process(shop: Shop, command: list[str], **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command beside the shop. If the measurement fails, the end of their common log is printed."""
    environment = shop.running.environment | variables
    with (shop.running.folder / "server.log").open("ab") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(60)


def is_ready(port: int) -> bool:
    try:
        return requests.get(f"http://127.0.0.1:{port}/readyz", timeout=2).ok
    except requests.ConnectionError:
        return False
