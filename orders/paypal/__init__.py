"""The client for PayPal's REST API. No other package calls PayPal.

A call returns a result, raises PayPalRefused (PayPal rejected it without any effect), or raises PayPalUnclear (its
outcome is unknown: a timeout, a dropped connection, most error statuses, an unreadable body). After an unclear call,
keep its idempotency key and look up the state at PayPal. `issues` lists which errors are refusals.
"""

from orders.paypal.endpoints import (
    capture_order,
    create_order,
    get_capture,
    get_order,
    get_refund,
    refund_capture,
)
from orders.paypal.exceptions import PayPalMissing, PayPalRefused, PayPalUnclear, retry_unclear
from orders.paypal.schemas import Amount, Capture, Item, PayPalOrder, RefundMade, Transaction
from orders.paypal.transaction_search import UnreadableLine, list_transactions
from orders.paypal.webhook_signature import is_genuine, is_signed

__all__ = [
    "Amount",
    "Capture",
    "Item",
    "PayPalMissing",
    "PayPalOrder",
    "PayPalRefused",
    "PayPalUnclear",
    "RefundMade",
    "Transaction",
    "UnreadableLine",
    "capture_order",
    "create_order",
    "get_capture",
    "get_order",
    "get_refund",
    "is_genuine",
    "is_signed",
    "list_transactions",
    "refund_capture",
    "retry_unclear",
]
