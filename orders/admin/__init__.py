"""Register the orders' models with the admin site."""

from orders.admin import orders, payments

__all__ = ["orders", "payments"]
