"""Orders, captures and refunds. Every call that changes something carries the key it was stored under."""

import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.conf import settings

from orders.paypal.client import call
from orders.paypal.reading import read_capture, read_order, read_refund
from orders.paypal.schemas import Capture, Item, PayPalOrder, RefundMade


def create_order(
    *, reference: str, amount: Decimal, breakdown: Mapping[str, Decimal], key: str, items: Sequence[Item] = ()
) -> PayPalOrder:
    """Make the PayPal order for one of ours. `reference` is our order's public id."""
    unit: dict[str, Any] = {
        "custom_id": reference,
        "invoice_id": reference,
        "description": f"Seats, order {reference}",  # no name in it: a key that is used again needs the same body
        "amount": on_the_wire(amount) | {"breakdown": {name: on_the_wire(part) for name, part in breakdown.items()}},
    }
    if items:
        unit["items"] = [
            {"name": item.name[:127], "quantity": str(item.quantity), "unit_amount": on_the_wire(item.unit_price)}
            for item in items
        ]
    body = {"intent": "CAPTURE", "purchase_units": [unit]}
    return read_order(call(lambda client: client.orders.create_order(options(body=body, key=key))))


def get_order(paypal_order_id: str) -> PayPalOrder:
    """Look up an order. Raises PayPalMissing for an ID that PayPal doesn't know, or doesn't know yet."""
    return read_order(call(lambda client: client.orders.get_order({"id": paypal_order_id})))


def capture_order(paypal_order_id: str, *, key: str) -> PayPalOrder:
    return read_order(call(lambda client: client.orders.capture_order(options(key=key, id=paypal_order_id))))


def get_capture(capture_id: str) -> Capture:
    return read_capture(call(lambda client: client.payments.get_captured_payment({"capture_id": capture_id})))


def refund_capture(
    capture_id: str, *, amount: Decimal, key: str, currency: str | None = None, sends_key: bool = True
) -> RefundMade:
    """Refund an amount, in the currency that was captured: the shop's own unless something went wrong.

    `sends_key` also sends the key as `custom_id`, which PayPal shows on the refund. A key that is used again needs the
    same body, so refunds from before that was done leave it out. PayPal may answer briefly, without the amount; then
    the refund is looked up, as the amount is not taken for granted.
    """
    body = {"amount": on_the_wire(amount, currency)} | ({"custom_id": key} if sends_key else {})
    asked = options(body=body, key=key, capture_id=capture_id)
    answer = call(lambda client: client.payments.refund_captured_payment(asked))
    refund_id = answer.get("id")
    if not answer.get("amount") and isinstance(refund_id, str) and refund_id:
        return get_refund(refund_id)
    return read_refund(answer)


def get_refund(refund_id: str) -> RefundMade:
    return read_refund(call(lambda client: client.payments.get_refund({"refund_id": refund_id})))


def on_the_wire(amount: Decimal, currency: str | None = None) -> dict[str, Any]:
    return {"currency_code": currency or settings.CURRENCY, "value": f"{amount:.2f}"}


def options(*, key: str, body: object = None, **path: str) -> dict[str, Any]:
    sent = {"body": json.dumps(body)} if body is not None else {}  # as text: the SDK's own way to JSON is a long one
    return {**path, **sent, "paypal_request_id": key, "prefer": "return=representation"}
