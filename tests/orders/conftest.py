"""PayPal for the tests about money: the simulator, over real HTTP. And the books, looked at after every test."""

from collections.abc import Iterator

import pytest
import requests

from orders.reports.consistency_checks import list_violations
from paypal_simulator.server import Simulator, serve

PATIENCE = 60  # seconds; a message is delivered while its sender waits, and busy cores are slow


class PayPal:
    """The simulator, with the words a test uses for it."""

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator

    def control(self, path: str, **body: object) -> dict:
        answer = requests.post(f"{self.simulator.url}/_control/{path}", json=body, timeout=PATIENCE)
        answer.raise_for_status()
        return answer.json()

    def control_get(self, path: str) -> dict:
        return requests.get(f"{self.simulator.url}/_control/{path}", timeout=PATIENCE).json()

    def approve(self, paypal_order_id: str) -> None:
        self.control(f"orders/{paypal_order_id}/approve")

    def fault(self, call: str, kind: str, **more: object) -> None:
        self.control("faults", call=call, kind=kind, **more)

    def state(self) -> dict:
        return requests.get(f"{self.simulator.url}/_control/state", timeout=PATIENCE).json()

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
    playground = PayPal(simulator)
    playground.control("reset")
    return playground


@pytest.fixture(autouse=True)
def books_in_order(request) -> Iterator[None]:
    """Whatever a test did to orders, the books have to be in order after it."""
    uses_the_database = request.node.get_closest_marker("django_db") is not None
    if uses_the_database:
        request.getfixturevalue("db")
    yield
    if uses_the_database:
        assert list_violations() == []
