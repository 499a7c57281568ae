"""PayPal's endpoints for orders, captures and refunds. Every write carries a stored idempotency key."""

import json
import re
import secrets
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.conf import settings

from paypal.client import call
from paypal.schemas import Capture, Item, PayPalOrder, RefundMade, parse_capture, parse_order, parse_refund


def create_order(
    *,
    reference: str,
    amount: Decimal,
    breakdown: Mapping[str, Decimal],
    key: str,
    items: Sequence[Item] = (),
    what: str = "Seats",
) -> PayPalOrder:
    """Create a PayPal order. `reference` is the public ID of the shop's order, and `what` names what is sold.

    No event's name is in the description, because reusing a key requires an identical body.
    """
    unit: dict[str, Any] = {
        "custom_id": reference,
        "invoice_id": reference,
        "description": f"{what}, order {reference}",
        "amount": format_amount(amount)
        | {"breakdown": {name: format_amount(part) for name, part in breakdown.items()}},
    }
    if items:
        unit["items"] = [
            {"name": item.name, "quantity": str(item.quantity), "unit_amount": format_amount(item.unit_price)}
            for item in items
        ]
    # Nothing is sent by mail, so PayPal doesn't ask for an address. `application_context` counts for cards, too, which
    # `payment_source.paypal.experience_context` does not.
    context = {"shipping_preference": "NO_SHIPPING"}
    body = {"intent": "CAPTURE", "purchase_units": [unit], "application_context": context}
    return parse_order(call(lambda client: client.orders.create_order(build_request(body=body, key=key))))


def get_order(paypal_order_id: str) -> PayPalOrder:
    """Return an order's current state. Raise PayPalMissing for an ID that PayPal doesn't know, or doesn't know yet."""
    return parse_order(call(lambda client: client.orders.get_order({"id": paypal_order_id})))


def capture_order(paypal_order_id: str, *, key: str) -> PayPalOrder:
    return parse_order(call(lambda client: client.orders.capture_order(build_request(key=key, id=paypal_order_id))))


def get_capture(capture_id: str) -> Capture:
    return parse_capture(call(lambda client: client.payments.get_captured_payment({"capture_id": capture_id})))


def refund_capture(capture_id: str, *, amount: Decimal, key: str, currency: str | None = None) -> RefundMade:
    """Refund an amount of a capture, in the capture's currency, which defaults to the shop's.

    The key is also sent as `custom_id`, so that PayPal's list of refunds shows it. If PayPal's response omits the
    amount, look the refund up: the amount refunded may differ from the amount requested.
    """
    body = {"amount": format_amount(amount, currency), "custom_id": key}
    request = build_request(body=body, key=key, capture_id=capture_id)
    response = call(lambda client: client.payments.refund_captured_payment(request))
    refund_id = response.get("id")
    if not response.get("amount") and isinstance(refund_id, str) and refund_id:
        return get_refund(refund_id)
    return parse_refund(response)


def get_refund(refund_id: str) -> RefundMade:
    return parse_refund(call(lambda client: client.payments.get_refund({"refund_id": refund_id})))


def format_amount(amount: Decimal, currency: str | None = None) -> dict[str, Any]:
    return {"currency_code": currency or settings.CURRENCY, "value": f"{amount:.2f}"}


def build_request(*, key: str, body: object = None, **path: str) -> dict[str, Any]:
    content = {"body": json.dumps(body)} if body is not None else {}  # as a string: the SDK's own encoding is slow
    return {**path, **content, "paypal_request_id": key, "prefer": "return=representation"}


def new_request_key() -> str:
    """Return a new key. Commit it before the call that uses it, so that the call can be repeated after a crash."""
    return secrets.token_hex(16)


def is_request_key(text: str) -> bool:
    """Return whether the text has the form of such a key."""
    return bool(re.fullmatch("[0-9a-f]{32}", text))
