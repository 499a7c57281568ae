"""Register what belongs to orders with the admin site."""

from orders.admin import closing, orders

__all__ = ["closing", "orders"]
