"""The PayPal fixtures of the orders' tests."""

from tests.orders.conftest import paypal, simulator

__all__ = ["paypal", "simulator"]
