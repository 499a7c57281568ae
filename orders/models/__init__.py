"""Models of orders, their lines and discounts."""

from orders.models.order import Order, OrderQuerySet
from orders.models.order_line import AppliedDiscount, OrderLine

__all__ = ["AppliedDiscount", "Order", "OrderLine", "OrderQuerySet"]
