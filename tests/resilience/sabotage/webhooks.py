"""What the flags about webhooks break."""

import json
from typing import Any

from orders import paypal
from orders.models import WebhookEvent
from orders.paypal import PayPalOrder, PayPalUnclear
from orders.paypal.schemas import parse_capture
from orders.services.payments import handle_webhook, verify_webhook
from tests.resilience.sabotage.money import settle_whatever_is_named
from tests.resilience.sabotage.replacing import replace

MANY = 1_000_000


def write_webhooks_anew(_: str) -> None:
    """An event is read, written again, and then sent to PayPal to be verified."""
    is_genuine = paypal.is_genuine
    replace(paypal, "is_genuine", lambda headers, body: is_genuine(headers, json.dumps(json.loads(body)).encode()))


def believe_unverified_webhooks(_: str) -> None:
    """Where PayPal cannot say whether a webhook is its own, it counts as that."""
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


def settle_unseen(_: str) -> None:
    """A webhook counts as processed though PayPal did not show what it is about."""
    process_event = handle_webhook.process_event

    def process_or_not(event: WebhookEvent) -> None:
        try:
            process_event(event)
        except PayPalUnclear:
            return

    replace(handle_webhook, "process_event", process_or_not)


def believe_what_webhooks_say(_: str) -> None:
    """A capture is settled as its webhook tells it, for the order that it names."""
    process_event = handle_webhook.process_event

    def process_as_told(event: WebhookEvent) -> None:
        resource = event.body["resource"]
        if event.event_type != "PAYMENT.CAPTURE.COMPLETED":
            process_event(event)
            return
        told, about = parse_capture(resource), resource["supplementary_data"]["related_ids"]["order_id"]
        settle_whatever_is_named(
            PayPalOrder(
                id=about, status="COMPLETED", amount=told.amount, payee="", custom_id=resource["custom_id"],
                created_at=None, captures=(told,), refunds=(), payee_email="",
            )
        )  # fmt: skip

    replace(handle_webhook, "process_event", process_as_told)
