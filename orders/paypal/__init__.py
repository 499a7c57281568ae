"""All talk with PayPal, and nothing else: no other module of the shop calls it.

A call ends in one of three ways. It answers. PayPal refuses it without effect (`PayPalRefused`). Or its outcome is
unknown (`PayPalUnclear`: timeout, dropped connection, most error statuses, a body that cannot be read); then its key
is kept, and PayPal's record decides. `issues` lists which errors are refusals.
"""

from orders.paypal.endpoints import (
    capture_order,
    create_order,
    get_capture,
    get_order,
    get_refund,
    refund_capture,
)
from orders.paypal.exceptions import PayPalMissing, PayPalRefused, PayPalUnclear, insist
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
    "insist",
    "is_genuine",
    "is_signed",
    "list_transactions",
    "refund_capture",
]
