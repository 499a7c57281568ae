"""Models of payments, refunds, alerts, webhooks and the books."""

from payments.models.alert import PaymentAlert
from payments.models.closing import Books, SettlementExplanation
from payments.models.ledger_entry import LedgerEntry
from payments.models.payment import CashPayment, Payment, Refund, RefundPart, UnmatchedPayment, WebhookEvent
from payments.models.transfer import Transfer

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
