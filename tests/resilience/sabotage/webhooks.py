"""Flags about webhooks."""

import json
from typing import Any

from orders.models import WebhookEvent
from payments.services.webhooks import handle_webhook, verify_webhook
from paypal import webhook_signature
from paypal.exceptions import PayPalUnclear
from paypal.schemas import PayPalOrder, parse_capture
from tests.resilience.sabotage.patching import replace
from tests.resilience.sabotage.payments import settle_named_order

MANY = 1_000_000


def serialize_webhooks_again(_: str) -> None:
    """Parse and serialize an event before PayPal verifies it."""
    is_genuine = webhook_signature.is_genuine
    replace(
        webhook_signature,
        "is_genuine",
        lambda headers, body: is_genuine(headers, json.dumps(json.loads(body)).encode()),
    )


def accept_unverified_webhooks(_: str) -> None:
    """Accept a webhook as genuine if PayPal does not answer."""
    is_genuine = webhook_signature.is_genuine

    def is_not_forged(headers: Any, body: bytes) -> bool:
        try:
            return is_genuine(headers, body)
        except PayPalUnclear:
            return True

    replace(webhook_signature, "is_genuine", is_not_forged)


def verify_without_limit(_: str) -> None:
    for limit in ("MAX_FAILED", "MAX_FAILED_BY_ADDRESS"):
        replace(verify_webhook, limit, MANY)


def mark_unprocessed_webhooks(_: str) -> None:
    """Mark a webhook as processed even if PayPal did not show its order."""
    process_notification = handle_webhook.process_notification

    def process_if_possible(event: WebhookEvent) -> None:
        try:
            process_notification(event)
        except PayPalUnclear:
            return

    replace(handle_webhook, "process_notification", process_if_possible)


def trust_webhooks(_: str) -> None:
    """Settle a capture as its webhook says, for the order that it names."""
    process_notification = handle_webhook.process_notification

    def process_as_sent(event: WebhookEvent) -> None:
        resource = event.body["resource"]
        if event.event_type != "PAYMENT.CAPTURE.COMPLETED":
            process_notification(event)
            return
        capture, order_id = parse_capture(resource), resource["supplementary_data"]["related_ids"]["order_id"]
        settle_named_order(
            PayPalOrder(
                id=order_id, status="COMPLETED", amount=capture.amount, payee="", custom_id=resource["custom_id"],
                created_at=None, captures=(capture,), refunds=(), payee_email="",
            )
        )  # fmt: skip

    replace(handle_webhook, "process_notification", process_as_sent)
