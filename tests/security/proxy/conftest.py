"""The shop behind Caddy, as it is deployed (deploy/Caddyfile). `.ci/run` runs these tests."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.support.connection import Connection
from tests.support.servers.running_proxy import RunningProxy
from tests.support.servers.running_shop import RunningShop


@pytest.fixture(scope="package")
def proxy() -> Iterator[RunningProxy]:
    with RunningProxy() as proxy:
        yield proxy


@pytest.fixture(scope="package")
def shop(proxy: RunningProxy, django_db_setup: None, django_db_blocker: Any) -> Iterator[RunningShop]:
    with django_db_blocker.unblock():
        running = RunningShop(flags=proxy.shop_flags | {"ACCESS_LOG": "-", "LIMITS_FACTOR": "1"}).__enter__()
    try:
        proxy.start(running)
        yield running
    finally:
        with django_db_blocker.unblock():
            running.__exit__(None, None, None)


@pytest.fixture
def connect(shop: RunningShop, proxy: RunningProxy) -> Iterator[Callable[[], Connection]]:
    """Open connections to the proxy that are closed after the test. `shop` is running by then."""
    with ExitStack() as connections:

        def connect() -> Connection:
            opened = proxy.connect()
            connections.callback(opened.close)
            return opened

        yield connect
