"""Models of orders, payments, refunds and alerts."""

from orders.models.alert import PaymentAlert
from orders.models.change import Change, RefundPart
from orders.models.order import Item, Order, OrderLine, OrderQuerySet, PlacedRequest, RefundDue, RefundStep, hash_lines
from orders.models.payment import Payment, Refund, UnmatchedPayment, WebhookEvent

__all__ = [
    "Change",
    "Item",
    "Order",
    "OrderLine",
    "OrderQuerySet",
    "Payment",
    "PaymentAlert",
    "PlacedRequest",
    "Refund",
    "RefundDue",
    "RefundPart",
    "RefundStep",
    "UnmatchedPayment",
    "WebhookEvent",
    "hash_lines",
]
