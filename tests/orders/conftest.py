"""The PayPal simulator over HTTP, and consistency checks after every test."""

from collections.abc import Iterator

import pytest
import requests

from orders.reports.consistency_checks import list_violations
from paypal_simulator.server import Simulator, serve

TIMEOUT = 60  # seconds; the simulator delivers webhooks while the caller waits, and busy machines are slow


class PayPal:
    """A client of the simulator's control interface."""

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator

    def control(self, path: str, **body: object) -> dict:
        answer = requests.post(f"{self.simulator.url}/_control/{path}", json=body, timeout=TIMEOUT)
        answer.raise_for_status()
        return answer.json()

    def control_get(self, path: str) -> dict:
        return requests.get(f"{self.simulator.url}/_control/{path}", timeout=TIMEOUT).json()

    def approve(self, paypal_order_id: str) -> None:
        self.control(f"orders/{paypal_order_id}/approve")

    def fault(self, call: str, kind: str, **more: object) -> None:
        self.control("faults", call=call, kind=kind, **more)

    def state(self) -> dict:
        return requests.get(f"{self.simulator.url}/_control/state", timeout=TIMEOUT).json()

    def captures(self) -> list[dict]:
        return list(self.state()["captures"])

    def refunds(self) -> list[dict]:
        return list(self.state()["refunds"])


@pytest.fixture(scope="session")
def simulator() -> Iterator[Simulator]:
    with serve(hold_seconds=1.0) as running:
        yield running


@pytest.fixture
def paypal(simulator: Simulator, settings) -> PayPal:
    settings.PAYPAL_API_URL = settings.PAYPAL_SIMULATOR_URL = simulator.url
    settings.PAYPAL_TIMEOUT = 0.5
    client = PayPal(simulator)
    client.control("reset")
    return client


@pytest.fixture(autouse=True)
def check_consistency(request) -> Iterator[None]:
    """Check that a test left no violations."""
    uses_the_database = request.node.get_closest_marker("django_db") is not None
    if uses_the_database:
        request.getfixturevalue("db")
    yield
    if uses_the_database:
        assert list_violations() == []
