"""Models of payments, refunds, alerts, webhooks and the books."""

from payments.models.alert import PaymentAlert
from payments.models.journal import ClosedMonth, LedgerEntry, SettlementExplanation, Transfer
from payments.models.payment import CashPayment, Payment, Refund, RefundPart, UnmatchedPayment, WebhookEvent

__all__ = [
    "CashPayment",
    "ClosedMonth",
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
