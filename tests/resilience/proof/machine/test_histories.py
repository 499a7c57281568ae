"""Histories in which everybody acts in any order, beside a model of the shop (see history.py)."""

import os
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, Phase, seed
from hypothesis import settings as Settings
from hypothesis.stateful import run_state_machine_as_test

from paypal_simulator import clock as paypal_clock
from paypal_simulator.records import reporting
from paypal_simulator.server import serve
from paypal_simulator.web import webhooks
from tests.orders.conftest import NOBODY, PayPal
from tests.resilience.proof.machine.history import History, Start
from tests.resilience.proof.machine.world import Clock

pytestmark = pytest.mark.django_db

# `make test` plays the same few every time. `.ci/run` plays more of them, with a seed of each version.
HISTORIES = int(os.environ.get("PROOF_SEASONS", "15"))
STEPS = int(os.environ.get("PROOF_STEPS", "30"))
SEED = os.environ.get("PROOF_SEED")


def test_the_shop_agrees_with_the_model_in_every_history(settings: Any, monkeypatch: pytest.MonkeyPatch):
    clock = Clock()
    monkeypatch.setattr(timezone, "datetime", clock.build_datetime())
    for module in (paypal_clock, reporting, webhooks):
        monkeypatch.setattr(module, "now", clock.now)
    settings.TAX_RATE = settings.TAX_RATE  # histories change it, and the fixture restores it
    settings.SESSION_COOKIE_AGE = 365 * 24 * 3600
    settings.CACHES = settings.CACHES | {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.THROTTLES = dict.fromkeys(settings.THROTTLES, 1_000_000)
    settings.PAYPAL_TIMEOUT = 30  # busy cores are slow, and no fault of a history is a timeout
    with serve(webhook_url=NOBODY, webhook_attempts=1) as simulator:
        settings.PAYPAL_API_URL = settings.PAYPAL_SIMULATOR_URL = simulator.url
        start = Start(PayPal(simulator), clock)
        try:
            run_state_machine_as_test(seeded(lambda: History(start)), settings=get_sizes())
            assert start.paypal.state()["webhooks"]  # otherwise no history had any
        finally:
            # The last one is explored again if it failed.
            print(f"{start.restored} histories were explored: PROOF_SEASONS={HISTORIES} PROOF_SEED={SEED or ''}")


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
        phases=[Phase.generate] if os.environ.get("PROOF_SHRINK") == "0" else list(Phase),
    )
