"""PayPal, as the tests about orders have it."""

from tests.orders.conftest import paypal, simulator

__all__ = ["paypal", "simulator"]
