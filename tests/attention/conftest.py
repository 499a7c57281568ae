"""The PayPal simulator and consistency checks, as in the tests of orders."""

from tests.orders.conftest import check_consistency, paypal, simulator

__all__ = ["check_consistency", "paypal", "simulator"]
