"""Register the orders' models with the admin site."""

from orders.admin import orders

__all__ = ["orders"]
