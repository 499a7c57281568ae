"""Parse PayPal's JSON into dataclasses. Raise PayPalUnclear for unreadable JSON: the call may have taken effect."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from orders.paypal.exceptions import PayPalUnclear
from orders.paypal.schemas import Amount, Capture, PayPalOrder, RefundMade, Transaction

UNREADABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError, InvalidOperation)
MAX_AMOUNT = Decimal("99999999.99")  # what the database columns can store


def read_order(answer: Mapping[str, Any]) -> PayPalOrder:
    try:
        unit = answer["purchase_units"][0]
        payments = unit.get("payments") or {}
        payee = unit.get("payee") or {}
        created = answer.get("create_time")
        return PayPalOrder(
            id=read_id(answer["id"]),
            status=read_text(answer["status"]),
            amount=read_amount(unit["amount"]),
            payee=read_text(payee.get("merchant_id") or payee.get("email_address") or ""),
            custom_id=read_text(unit.get("custom_id") or ""),
            created_at=read_time(created) if created else None,
            captures=tuple(read_capture(capture) for capture in payments.get("captures") or ()),
            refunds=tuple(read_refund(refund) for refund in payments.get("refunds") or ()),
            payee_email=read_text(payee.get("email_address") or ""),
        )
    except UNREADABLE as error:
        raise PayPalUnclear(f"an order that cannot be read: {error!r}") from error


def read_capture(answer: Mapping[str, Any]) -> Capture:
    try:
        return Capture(
            id=read_id(answer["id"]), status=read_text(answer["status"]), amount=read_amount(answer["amount"])
        )
    except UNREADABLE as error:
        raise PayPalUnclear(f"a capture that cannot be read: {error!r}") from error


def read_refund(answer: Mapping[str, Any]) -> RefundMade:
    try:
        return RefundMade(
            id=read_id(answer["id"]),
            status=read_text(answer["status"]),
            amount=read_amount(answer["amount"]),
            custom_id=read_text(answer.get("custom_id") or ""),
        )
    except UNREADABLE as error:
        raise PayPalUnclear(f"a refund that cannot be read: {error!r}") from error


def read_transaction(answer: Mapping[str, Any]) -> Transaction:
    try:
        info = answer["transaction_info"]
        return Transaction(
            id=read_id(info["transaction_id"]),
            code=read_text(info["transaction_event_code"]),
            status=read_text(info["transaction_status"]),
            amount=read_amount(info["transaction_amount"]),
            reference=read_text(info.get("paypal_reference_id") or ""),
            custom_id=read_text(info.get("custom_field") or ""),
        )
    except UNREADABLE as error:
        raise PayPalUnclear(f"a transaction that cannot be read: {error!r}") from error


def read_amount(answer: Mapping[str, Any]) -> Amount:
    """Parse an amount of money, whose value PayPal sends as a string."""
    value = Decimal(read_text(answer["value"]))
    if not value.is_finite() or abs(value) > MAX_AMOUNT or value != round(value, 2):
        raise ValueError(f"{value} is no amount")
    currency = read_text(answer["currency_code"])
    if len(currency) != 3:
        raise ValueError(f"{currency!r} is no currency")
    return Amount(value=value, currency=currency)


def read_id(value: object) -> str:
    text = read_text(value)
    if not 0 < len(text) <= 64:
        raise ValueError(f"{text[:80]!r} is no ID of PayPal's")
    return text


def read_text(value: object) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise TypeError(f"{value!r:.80} is no text")
    return value


def read_time(value: object) -> datetime:
    time = datetime.fromisoformat(read_text(value))
    if time.tzinfo is None:
        raise ValueError(f"{value} has no time zone")
    return time
