"""From PayPal's JSON to the shop's own words; what cannot be read leaves the end of the call unknown."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from orders.paypal.outcomes import PayPalUnclear
from orders.paypal.shapes import Amount, Capture, PayPalOrder, RefundMade, Transaction

UNREADABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError, InvalidOperation)


def read_order(answer: Mapping[str, Any]) -> PayPalOrder:
    try:
        unit = answer["purchase_units"][0]
        payments = unit.get("payments") or {}
        payee = unit.get("payee") or {}
        created = answer.get("create_time")
        return PayPalOrder(
            id=answer["id"],
            status=answer["status"],
            amount=read_amount(unit["amount"]),
            payee=payee.get("merchant_id") or payee.get("email_address") or "",
            custom_id=unit.get("custom_id") or "",
            created_at=datetime.fromisoformat(created) if created else None,
            captures=tuple(read_capture(capture) for capture in payments.get("captures") or ()),
            refunds=tuple(read_refund(refund) for refund in payments.get("refunds") or ()),
        )
    except UNREADABLE as error:
        raise PayPalUnclear(f"an order that cannot be read: {error!r}") from error


def read_capture(answer: Mapping[str, Any]) -> Capture:
    try:
        return Capture(id=answer["id"], status=answer["status"], amount=read_amount(answer["amount"]))
    except UNREADABLE as error:
        raise PayPalUnclear(f"a capture that cannot be read: {error!r}") from error


def read_refund(answer: Mapping[str, Any]) -> RefundMade:
    try:
        amount = read_amount(answer["amount"]) if answer.get("amount") else None
        return RefundMade(id=answer["id"], status=answer["status"], amount=amount)
    except UNREADABLE as error:
        raise PayPalUnclear(f"a refund that cannot be read: {error!r}") from error


def read_transaction(answer: Mapping[str, Any]) -> Transaction:
    try:
        info = answer["transaction_info"]
        return Transaction(
            id=info["transaction_id"],
            code=info["transaction_event_code"],
            status=info["transaction_status"],
            amount=read_amount(info["transaction_amount"]),
            reference=info.get("paypal_reference_id") or "",
            custom_id=info.get("custom_field") or "",
        )
    except UNREADABLE as error:
        raise PayPalUnclear(f"a transaction that cannot be read: {error!r}") from error


def read_amount(answer: Mapping[str, Any]) -> Amount:
    return Amount(value=Decimal(answer["value"]), currency=answer["currency_code"])
