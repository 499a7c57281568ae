"""Register the orders' models with the admin site."""

from orders.admin import date_changes, messages, orders, payments

__all__ = ["date_changes", "messages", "orders", "payments"]
