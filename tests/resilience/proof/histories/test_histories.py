"""Histories in which buyers, staff, PayPal and the clock act in any order (see history.py)."""

import os
from collections.abc import Callable

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, seed
from hypothesis import settings as Settings
from hypothesis.stateful import run_state_machine_as_test

from paypal_simulator.server import serve
from tests.orders.conftest import PayPal
from tests.resilience.proof.histories.history import History
from tests.resilience.proof.histories.snapshot import Clock, Snapshot

pytestmark = pytest.mark.django_db(transaction=True)

HISTORIES = int(os.environ.get("PROOF_SEASONS", "200"))  # `make prove` explores 2,000, of 12 steps
STEPS = int(os.environ.get("PROOF_STEPS", "6"))
SEED = os.environ.get("PROOF_SEED")  # without it, `make test` generates the same histories every time


def test_no_history_makes_the_records_inconsistent(live_server, settings: object, monkeypatch: pytest.MonkeyPatch):
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock.now)
    settings.SESSION_COOKIE_AGE = 365 * 24 * 3600
    settings.THROTTLES = settings.THROTTLES | {"register": 1_000_000, "link": 1_000_000}
    settings.PAYPAL_TIMEOUT = 30  # busy cores are slow, and no fault of a history is a timeout
    with serve(webhook_url=f"{live_server.url}/api/webhooks/paypal", webhook_attempts=1) as simulator:
        settings.PAYPAL_API_URL = settings.PAYPAL_SIMULATOR_URL = simulator.url
        snapshot = Snapshot(PayPal(simulator), clock)
        run_state_machine_as_test(seeded(lambda: History(snapshot)), settings=get_sizes())


def seeded(factory: Callable[[], History]) -> Callable[[], History]:
    return seed(int(SEED))(factory) if SEED else factory


def get_sizes() -> Settings:
    return Settings(
        max_examples=HISTORIES,
        stateful_step_count=STEPS,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=not SEED,
        database=None,
    )
