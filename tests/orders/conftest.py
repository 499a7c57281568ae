"""The PayPal simulator, which the shop calls over HTTP, and consistency checks after tests."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from rest_framework.test import APIClient

from payments.reports.consistency_checks import list_violations
from paypal.client import cached_tokens
from paypal_simulator.messages import Request
from paypal_simulator.server import Simulator, serve

NOBODY = "http://127.0.0.1:9/api/webhooks/paypal"  # webhooks are held back, and tests deliver them


class Refused(Exception):
    """The simulator can't do what a test asked of it, for example return more than is left."""


class PayPal:
    """The simulator's control interface, called in this process: a socket would take longer than most answers."""

    def __init__(self, simulator: Simulator, settings: Any = None) -> None:
        self.simulator = simulator
        self.settings = settings
        self.delivered: set[str] = set()

    def control(self, path: str, **body: object) -> dict[str, Any]:
        return self.ask("POST", path, body)

    def control_get(self, path: str) -> dict[str, Any]:
        return self.ask("GET", path)

    def ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        headers = {"content-type": "application/json"}
        request = Request(method, f"/_control/{path}", {}, headers, b"" if body is None else json.dumps(body).encode())
        answer = self.simulator.site.respond(request)
        if answer.status >= 400:
            raise Refused(answer.body)
        return dict(json.loads(answer.body))

    def approve(self, paypal_order_id: str, **how: str) -> None:
        self.control(f"orders/{paypal_order_id}/approve", **how)

    def fault(self, call: str, kind: str, **more: object) -> None:
        if self.settings and kind.startswith("timeout"):
            self.settings.PAYPAL_TIMEOUT = 0.5  # shorter than the simulator holds the call
        self.control("faults", call=call, kind=kind, **more)

    def state(self) -> dict[str, Any]:
        return self.control_get("state")

    def captures(self) -> list[dict]:
        return list(self.state()["captures"])

    def refunds(self) -> list[dict]:
        return list(self.state()["refunds"])

    def change_capture(self, action: str, **more: object) -> dict[str, Any]:
        """Do something with the newest capture, such as "refund" or "reverse"."""
        return self.control(f"captures/{self.captures()[0]['id']}/{action}", **more)

    def deliver(self, webhook: str, **how: str) -> Any:
        """Send one webhook to the shop, in this process. Return the shop's answer."""
        sent = self.control(f"webhooks/{webhook}/transmission", **how)
        headers = {name: value for name, value in sent["headers"].items() if name.lower() != "content-type"}
        return APIClient(SERVER_NAME="localhost").generic(
            "POST", "/api/webhooks/paypal", sent["body"], content_type="application/json", headers=headers
        )

    def deliver_webhooks(self) -> None:
        """Send the webhooks that were not sent yet and are not lost, oldest first."""
        for webhook in reversed(self.state()["webhooks"]):
            if webhook["status"] == "pending" and webhook["id"] not in self.delivered:
                self.delivered.add(webhook["id"])
                assert self.deliver(webhook["id"]).status_code == 200


@pytest.fixture(scope="session")
def simulator() -> Iterator[Simulator]:
    with serve(webhook_url=NOBODY, webhook_attempts=1, hold_seconds=1.0) as running:
        yield running


@pytest.fixture
def paypal(simulator: Simulator, settings) -> PayPal:
    settings.PAYPAL_API_URL = settings.PAYPAL_SIMULATOR_URL = simulator.url
    settings.PAYPAL_TIMEOUT = 10  # long, because busy machines are slow
    client = PayPal(simulator, settings)
    client.control("reset")
    client.control("webhooks/hold", held=True)
    cached_tokens.clear()  # which the simulator no longer knows
    return client


@pytest.fixture(autouse=True)
def check_consistency(request) -> Iterator[None]:
    """Check that a test left no violations. On SQLite, only after tests that commit.

    The checks take longer than many tests. They find the same on both databases, and PostgreSQL runs them after each.
    """
    uses_the_database = request.node.get_closest_marker("django_db") is not None
    if uses_the_database:
        request.getfixturevalue("db")
    yield
    if uses_the_database and (connection.vendor == "postgresql" or not connection.in_atomic_block):
        assert list_violations() == []
