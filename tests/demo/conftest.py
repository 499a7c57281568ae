"""The demo's users and events, without images, which are slow to resize. Its members pay at the PayPal simulator."""

from typing import Any

import pytest

from demo import data
from demo.data import DATA
from demo.management.commands.seed_demo import ADDS
from demo.sales import add_all
from tests.orders.conftest import PayPal, check_consistency, paypal, simulator

__all__ = ["add_tables", "check_consistency", "demo", "demo_users", "paypal", "simulator"]


def add_tables(*names: str) -> None:
    """Add what happens by these tables of data.toml, of which the shop refuses nothing."""
    for name in names:
        assert add_all(ADDS[name], DATA[name]) == len(DATA[name])


@pytest.fixture
def demo_users(paypal: PayPal, settings: Any, monkeypatch: pytest.MonkeyPatch) -> PayPal:
    settings.DEMO = True
    monkeypatch.setattr(data, "store_art", lambda art: "")
    data.seed_users(DATA["users"], "a demo password")
    data.seed_users(DATA["guests"])
    return paypal


@pytest.fixture
def demo(demo_users: PayPal) -> PayPal:
    members = [user for user in data.seed_users(DATA["users"]) if not user.is_staff]
    data.seed_events(DATA["events"], members)
    return demo_users
