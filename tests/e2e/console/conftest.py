"""PayPal for what the console does with money; and the books, looked at after every test."""

from tests.orders.conftest import books_in_order, paypal, simulator

__all__ = ["books_in_order", "paypal", "simulator"]
