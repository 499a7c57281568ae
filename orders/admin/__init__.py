"""Register the orders' models with the admin site."""

from orders.admin import messages, orders, payments

__all__ = ["messages", "orders", "payments"]
