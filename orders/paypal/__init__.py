"""All talk with PayPal, and nothing else: no other module of the shop calls it.

A call ends in one of three ways. It answers. Or PayPal refuses for certain (`PayPalRefused`). Or nobody knows whether
it took effect (`PayPalUnclear`: timeout, cut line, 5xx, unreadable body) and it may be repeated with the same key.
"""

from orders.paypal.messages import is_genuine
from orders.paypal.outcomes import PayPalRefused, PayPalUnclear, insist
from orders.paypal.payments import (
    capture_order,
    create_order,
    get_capture,
    get_order,
    get_refund,
    refund_capture,
)
from orders.paypal.record import list_transactions
from orders.paypal.shapes import Amount, Capture, Item, PayPalOrder, RefundMade, Transaction

__all__ = [
    "Amount",
    "Capture",
    "Item",
    "PayPalOrder",
    "PayPalRefused",
    "PayPalUnclear",
    "RefundMade",
    "Transaction",
    "capture_order",
    "create_order",
    "get_capture",
    "get_order",
    "get_refund",
    "insist",
    "is_genuine",
    "list_transactions",
    "refund_capture",
]
