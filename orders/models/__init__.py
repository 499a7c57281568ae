"""Models of orders, discounts, payments, refunds, alerts, changed dates, messages and the journal."""

from orders.models.alert import PaymentAlert
from orders.models.change import Change, RefundPart
from orders.models.closing import Books, SettlementExplanation
from orders.models.date_change import DateChange, Entitlement
from orders.models.ledger_entry import LedgerEntry
from orders.models.message import Message, Notice
from orders.models.order import Order, OrderQuerySet
from orders.models.order_line import AppliedDiscount, OrderLine
from orders.models.payment import CashPayment, Payment, Refund, RefundDue, RefundStep, UnmatchedPayment, WebhookEvent
from orders.models.transfer import Transfer

__all__ = [
    "AppliedDiscount",
    "Books",
    "CashPayment",
    "Change",
    "DateChange",
    "Entitlement",
    "LedgerEntry",
    "Message",
    "Notice",
    "Order",
    "OrderLine",
    "OrderQuerySet",
    "Payment",
    "PaymentAlert",
    "Refund",
    "RefundDue",
    "RefundPart",
    "RefundStep",
    "SettlementExplanation",
    "Transfer",
    "UnmatchedPayment",
    "WebhookEvent",
]
