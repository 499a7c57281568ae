"""The demo's users and events, without images, which are slow to resize. Its members pay at the PayPal simulator."""

from typing import Any

import pytest
from django.utils import timezone

from bookings.demo import load, seed
from events.datetimes import get_shop_zone
from tests.orders.conftest import PayPal, check_consistency, paypal, simulator

__all__ = ["check_consistency", "demo", "demo_users", "paypal", "simulator"]


@pytest.fixture
def demo_users(paypal: PayPal, settings: Any, monkeypatch: pytest.MonkeyPatch) -> PayPal:
    settings.DEMO = True
    monkeypatch.setattr(seed, "store_art", lambda event: "")
    users, _ = load.load_demo_data(timezone.localdate(), get_shop_zone())
    seed.seed_users(users, "a demo password")
    return paypal


@pytest.fixture
def demo(demo_users: PayPal) -> PayPal:
    users, events = load.load_demo_data(timezone.localdate(), get_shop_zone())
    seed.seed_events(events, [user for user in seed.seed_users(users, None) if not user.is_staff])
    return demo_users
