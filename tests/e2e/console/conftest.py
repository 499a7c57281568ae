"""The PayPal simulator, and a consistency check after every test."""

from tests.orders.conftest import books_in_order, paypal, simulator

__all__ = ["books_in_order", "paypal", "simulator"]
