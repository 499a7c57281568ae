"""The demo's users and events, without images, which are slow to resize. Its members pay at the PayPal simulator."""

from typing import Any

import pytest

from demo import events
from demo.data import DATA, USERS, read_events
from tests.orders.conftest import PayPal, check_consistency, paypal, simulator

__all__ = ["check_consistency", "demo", "demo_users", "paypal", "simulator"]


@pytest.fixture
def demo_users(paypal: PayPal, settings: Any, monkeypatch: pytest.MonkeyPatch) -> PayPal:
    settings.DEMO = True
    monkeypatch.setattr(events, "store_art", lambda art: "")
    events.seed_users(USERS, "a demo password")
    return paypal


@pytest.fixture
def demo(demo_users: PayPal) -> PayPal:
    members = [user for user in events.seed_users(USERS, None) if not user.is_staff]
    events.seed_events(read_events(DATA["events"]), members)
    return demo_users
