"""Anything that buyers, staff, PayPal and the clock can do, in any order (see history.py)."""

import os
from collections.abc import Callable

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, seed
from hypothesis import settings as Settings
from hypothesis.stateful import run_state_machine_as_test

from paypal_simulator.server import serve
from tests.orders.conftest import PayPal
from tests.resilience.proof.histories.history import Season
from tests.resilience.proof.histories.snapshot import Clock, Opening

pytestmark = pytest.mark.django_db(transaction=True)

SEASONS = int(os.environ.get("PROOF_SEASONS", "30"))  # `make prove` explores 100, of 50 steps
STEPS = int(os.environ.get("PROOF_STEPS", "30"))
SEED = os.environ.get("PROOF_SEED")  # another one, other seasons; without it `make test` has the same ones every time


def test_no_season_brings_the_books_out_of_order(live_server, settings: object, monkeypatch: pytest.MonkeyPatch):
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock.now)
    settings.SESSION_COOKIE_AGE = 365 * 24 * 3600
    settings.THROTTLES = settings.THROTTLES | {"register": 1_000_000}
    settings.PAYPAL_TIMEOUT = 30  # busy cores are slow, and no fault of a season is about waiting
    with serve(webhook_url=f"{live_server.url}/api/webhooks/paypal", webhook_attempts=1) as simulator:
        settings.PAYPAL_API_URL = settings.PAYPAL_SIMULATOR_URL = simulator.url
        opening = Opening(PayPal(simulator), clock)
        run_state_machine_as_test(seeded(lambda: Season(opening)), settings=how_much())


def seeded(factory: Callable[[], Season]) -> Callable[[], Season]:
    return seed(int(SEED))(factory) if SEED else factory


def how_much() -> Settings:
    return Settings(
        max_examples=SEASONS,
        stateful_step_count=STEPS,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=not SEED,
        database=None,
    )
