"""The PayPal simulator and consistency checks, as in the tests of orders."""

import pytest
from django.core.cache import cache

from tests.orders.conftest import check_consistency, paypal, simulator

__all__ = ["check_consistency", "paypal", "simulator"]


@pytest.fixture(autouse=True)
def clear_cache(db: None):
    """Let each test read PayPal's record, which is read once an hour."""
    cache.clear()
    yield
    cache.clear()
