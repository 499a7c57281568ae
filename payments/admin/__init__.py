"""Register orders and payments with the admin site."""

from payments.admin import orders, payments

__all__ = ["orders", "payments"]
