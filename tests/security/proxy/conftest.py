"""The shop behind Caddy, as it is deployed: two processes of eight threads. `make secure` runs these tests."""

import resource
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.security.proxy.visitors import Figures, memory_of, warm_up
from tests.support.connection import Connection
from tests.support.servers.running_proxy import RunningProxy
from tests.support.servers.running_shop import RunningShop

OPEN_FILES = 8192  # this process has a thousand connections and more
FIGURES = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FIGURES] = []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the line that docs/generated/secure.md keeps."""
    passed = len(terminalreporter.stats.get("passed", []))
    terminalreporter.write_line("Proxy: " + "; ".join([f"{passed} passed", *terminalreporter.config.stash[FIGURES]]))


@pytest.fixture(scope="package")
def proxy() -> Iterator[RunningProxy]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, OPEN_FILES)), hard))
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


@pytest.fixture(scope="package")
def idle_memory(shop: RunningShop, proxy: RunningProxy) -> float:
    """The memory of both after ordinary requests and before the first attack, in MB."""
    warm_up(proxy)
    return memory_of(shop, proxy)


@pytest.fixture
def keep_figures(pytestconfig: pytest.Config) -> Callable[[str, Figures], None]:
    def keep(name: str, figures: Figures) -> None:
        pytestconfig.stash[FIGURES].append(f"{name}: others within {figures.slowest:.1f} s, {figures.growth:+.0f} MB")

    return keep


@pytest.fixture
def connect(shop: RunningShop, proxy: RunningProxy) -> Iterator[Callable[..., Connection]]:
    """Open connections to the proxy that are closed after the test. `shop` is running by then."""
    with ExitStack() as connections:

        def connect(**options: Any) -> Connection:
            opened = proxy.connect(**options)
            connections.callback(opened.close)
            return opened

        yield connect
