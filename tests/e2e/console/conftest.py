"""The PayPal simulator, and a consistency check after every test."""

from tests.orders.conftest import check_consistency, paypal, simulator

__all__ = ["check_consistency", "paypal", "simulator"]
