"""A simulator for every test, with a client and a server that receives its webhooks."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from paypal_simulator.server import Simulator, serve
from tests.paypal_simulator.clients import SHOP, Client, Shop


@pytest.fixture
def start() -> Iterator[Callable[..., Simulator]]:
    """Start simulators with changed settings, and stop them after the test."""
    running: list[Simulator] = []

    def begin(**changes: Any) -> Simulator:
        running.append(serve(**{"shop_origins": (SHOP,), **changes}))
        return running[-1]

    yield begin
    for simulator in running:
        simulator.stop()


@pytest.fixture
def connect() -> Iterator[Callable[[Simulator], Client]]:
    clients: list[Client] = []

    def open_client(simulator: Simulator) -> Client:
        clients.append(Client(simulator.url))
        return clients[-1]

    yield open_client
    for client in clients:
        client.session.close()


@pytest.fixture
def paypal(start: Callable[..., Simulator], connect: Callable[[Simulator], Client]) -> Client:
    return connect(start())


@pytest.fixture
def shop() -> Iterator[Shop]:
    listening = Shop()
    yield listening
    listening.stop()
