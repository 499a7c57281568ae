"""The PayPal simulator and consistency checks, as in the tests of orders; and a date with an order."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from events.models import Occurrence
from tests.changes.change_calls import buy, create_date
from tests.orders.conftest import PayPal, check_consistency, paypal, simulator

__all__ = ["check_consistency", "paypal", "simulator"]


@pytest.fixture
def date() -> Occurrence:
    return create_date(event__maximum_event_capacity=8)


@pytest.fixture
def paid(as_visitor: APIClient, paypal: PayPal, date: Occurrence) -> dict[str, Any]:
    """Three of the date's seats."""
    return buy(as_visitor, paypal, date)
