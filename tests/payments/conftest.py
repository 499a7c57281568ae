"""The PayPal simulator and consistency checks, as in the tests of orders; and a simulator that sends webhooks."""

import time

import pytest
from django.core.cache import cache

from paypal_simulator.server import serve
from tests.orders.conftest import PayPal, check_consistency, paypal, simulator

__all__ = ["check_consistency", "paypal", "simulator"]


@pytest.fixture(autouse=True)
def clear_cache(db: None):
    """Let each test read PayPal's record, which is read once an hour."""
    cache.clear()
    yield
    cache.clear()


class PayPalWithWebhooks(PayPal):
    """A simulator that holds its webhooks to the shop until the test releases them."""

    def release_webhooks(self) -> None:
        """Deliver all webhooks before returning."""
        self.control("webhooks/hold", held=False)
        deadline = time.monotonic() + 10
        while any(event["status"] == "pending" for event in self.state()["webhooks"]):
            assert time.monotonic() < deadline, self.state()["webhooks"]
            time.sleep(0.02)

    def list_events(self, event_type: str) -> list[dict]:
        return [event for event in self.state()["webhooks"] if event["event"]["event_type"] == event_type]


@pytest.fixture
def paypal_with_webhooks(live_server, settings):
    with serve(webhook_url=f"{live_server.url}/api/webhooks/paypal", webhook_attempts=1, hold_seconds=1.0) as running:
        settings.PAYPAL_API_URL = settings.PAYPAL_SIMULATOR_URL = running.url
        settings.PAYPAL_TIMEOUT = 2
        paypal = PayPalWithWebhooks(running)
        paypal.control("webhooks/hold", held=True)
        yield paypal
