"""Models of orders, discounts, payments, refunds, alerts, reminders, changed dates, messages and closed books."""

from orders.models.alert import PaymentAlert
from orders.models.change import Change, RefundPart
from orders.models.closing import BooksClosed, SettlementExplanation
from orders.models.date_change import DateChange, Entitlement
from orders.models.message import Message, MessageRecipient, Reminder
from orders.models.order import Order, OrderQuerySet, PlacedRequest
from orders.models.order_line import AppliedDiscount, OrderLine, hash_lines
from orders.models.payment import CashPayment, Payment, Refund, RefundDue, RefundStep, UnmatchedPayment, WebhookEvent
from orders.models.transfer import Transfer

__all__ = [
    "AppliedDiscount",
    "BooksClosed",
    "CashPayment",
    "Change",
    "DateChange",
    "Entitlement",
    "Message",
    "MessageRecipient",
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
    "Reminder",
    "SettlementExplanation",
    "Transfer",
    "UnmatchedPayment",
    "WebhookEvent",
    "hash_lines",
]
