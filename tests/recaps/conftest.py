"""The PayPal simulator, and a club with a postal address that has named its charity and what money buys."""

import pytest

from charityshop.models import ShopSettings
from giving.models import Goal
from tests.orders.conftest import check_consistency, paypal, simulator
from tests.orders.event_dates import FRIDAY_EVENING, YEAR

__all__ = ["check_consistency", "paypal", "simulator"]


@pytest.fixture(autouse=True)
def club(db: None) -> None:
    ShopSettings.objects.create(pk=ShopSettings.ONLY, postal_address="1907 Foundry Avenue, Port Alder, WA 98221")


@pytest.fixture
def season() -> Goal:
    first, last = f"{YEAR}-01-01", f"{YEAR}-12-31"
    assert first < str(FRIDAY_EVENING) < last
    return Goal.objects.create(
        title="Season", starts_on=first, ends_on=last, unit_name="school lunches", unit_cost="1.80"
    )
