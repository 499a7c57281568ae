"""The PayPal simulator and the consistency check, as for orders."""

from tests.orders.conftest import check_consistency, paypal, simulator

__all__ = ["check_consistency", "paypal", "simulator"]
