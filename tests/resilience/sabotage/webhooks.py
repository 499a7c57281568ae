"""Flags about webhooks."""

import json
from typing import Any

from orders import paypal
from orders.models import WebhookEvent
from orders.paypal import PayPalOrder, PayPalUnclear
from orders.paypal.schemas import parse_capture
from orders.services.payments import handle_webhook, verify_webhook
from tests.resilience.sabotage.patching import replace
from tests.resilience.sabotage.payments import settle_named_order

MANY = 1_000_000


def serialize_webhooks_again(_: str) -> None:
    """Parse and serialize an event before PayPal verifies it."""
    is_genuine = paypal.is_genuine
    replace(paypal, "is_genuine", lambda headers, body: is_genuine(headers, json.dumps(json.loads(body)).encode()))


def accept_unverified_webhooks(_: str) -> None:
    """Accept a webhook as genuine if PayPal does not answer."""
    is_genuine = paypal.is_genuine

    def is_not_forged(headers: Any, body: bytes) -> bool:
        try:
            return is_genuine(headers, body)
        except PayPalUnclear:
            return True

    replace(paypal, "is_genuine", is_not_forged)


def verify_without_limit(_: str) -> None:
    for limit in ("MAX_FAILED", "MAX_FAILED_BY_ADDRESS"):
        replace(verify_webhook, limit, MANY)


def mark_unprocessed_webhooks(_: str) -> None:
    """Mark a webhook as processed even if PayPal did not show its order."""
    process_event = handle_webhook.process_event

    def process_if_possible(event: WebhookEvent) -> None:
        try:
            process_event(event)
        except PayPalUnclear:
            return

    replace(handle_webhook, "process_event", process_if_possible)


def trust_webhooks(_: str) -> None:
    """Settle a capture as its webhook says, for the order that it names."""
    process_event = handle_webhook.process_event

    def process_as_sent(event: WebhookEvent) -> None:
        resource = event.body["resource"]
        if event.event_type != "PAYMENT.CAPTURE.COMPLETED":
            process_event(event)
            return
        capture, order_id = parse_capture(resource), resource["supplementary_data"]["related_ids"]["order_id"]
        settle_named_order(
            PayPalOrder(
                id=order_id, status="COMPLETED", amount=capture.amount, payee="", custom_id=resource["custom_id"],
                created_at=None, captures=(capture,), refunds=(), payee_email="",
            )
        )  # fmt: skip

    replace(handle_webhook, "process_event", process_as_sent)
