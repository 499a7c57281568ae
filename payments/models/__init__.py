"""Models of payments, refunds, alerts, webhooks and the books."""

from payments.models.alert import PaymentAlert
from payments.models.journal import Books, LedgerEntry, SettlementExplanation, Transfer
from payments.models.payment import CashPayment, Payment, Refund, RefundPart, UnmatchedPayment, WebhookEvent

__all__ = [
    "Books",
    "CashPayment",
    "LedgerEntry",
    "Payment",
    "PaymentAlert",
    "Refund",
    "RefundPart",
    "SettlementExplanation",
    "Transfer",
    "UnmatchedPayment",
    "WebhookEvent",
]
