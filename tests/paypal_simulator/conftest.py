"""A simulator for every test, with a client."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from paypal_simulator.server import serve
from tests.paypal_simulator.clients import Client


@pytest.fixture
def start() -> Iterator[Callable[..., Client]]:
    """Start simulators with changed settings, and stop them after the test."""
    with ExitStack() as running:

        def begin(**changes: Any) -> Client:
            client = Client(running.enter_context(serve(**changes)).url)
            running.enter_context(client.session)
            return client

        yield begin


@pytest.fixture
def paypal(start: Callable[..., Client]) -> Client:
    return start()
