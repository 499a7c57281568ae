"""The PayPal simulator, and a club with a postal address that has named its charity and what money buys."""

from typing import Any

import pytest

from charityshop.models import ShopSettings
from events.models import Occurrence
from giving.models import Goal
from tests.orders.conftest import check_consistency, paypal, simulator
from tests.orders.event_dates import FRIDAY_EVENING, YEAR
from tests.recaps.recap_calls import sell
from tests.support.factories import OccurrenceFactory, in_days

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


@pytest.fixture
def past_date(paypal: Any) -> Occurrence:
    """Three people have two seats each, at $12. It ended two days ago, so its email is due at any time of the day."""
    date = OccurrenceFactory(event__name="Friday Draft")
    sell(paypal, date, "ana", "ben", "cara")
    Occurrence.objects.update(starts_at=in_days(-2.5), ends_at=in_days(-2))
    date.refresh_from_db()
    return date
