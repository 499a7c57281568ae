"""A running shop with a single process, and raw connections to it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.support.connection import Connection
from tests.support.servers.running_shop import RunningShop

THREADS = 8


@pytest.fixture(scope="package")
def shop(django_db_setup: None, django_db_blocker: Any) -> Iterator[RunningShop]:
    with django_db_blocker.unblock():
        flags = {"WEB_THREADS": str(THREADS), "ACCESS_LOG": "-", "LIMITS_FACTOR": "1", "PAYPAL_TIMEOUT": "4"}
        running = RunningShop(workers=1, flags=flags).__enter__()
    yield running
    with django_db_blocker.unblock():
        running.__exit__(None, None, None)


@pytest.fixture
def connect(shop: RunningShop) -> Iterator[Callable[[], Connection]]:
    with ExitStack() as connections:

        def connect() -> Connection:
            opened = Connection(urlsplit(shop.url).port or 80)
            connections.callback(opened.close)
            return opened

        yield connect
