"""Register the orders' models with the admin site."""

from orders.admin import closing, date_changes, messages, orders, payments

__all__ = ["closing", "date_changes", "messages", "orders", "payments"]
