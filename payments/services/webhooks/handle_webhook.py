"""Receive PayPal's notifications. Each names what changed; its current state is then read from PayPal's API."""

import logging
from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from charityshop.db.retries import NotFinished, run_each, run_one
from charityshop.exceptions import BadRequest
from orders.models import WebhookEvent
from payments.services.webhooks.process_notification import process_notification
from payments.services.webhooks.verify_webhook import build_retry_error, verify_webhook
from paypal.exceptions import PayPalRefused, PayPalUnclear

log = logging.getLogger(__name__)

JOB = "webhook"


def handle_webhook(*, headers: Mapping[str, str], body: bytes, notification: Mapping[str, Any], address: str) -> None:
    """Verify a notification, store it, and process it. Ignore one that has been processed already.

    `notification` is the parsed `body`. Raise BadRequest for a forged or unreadable one. Raise Unavailable if it can't
    be verified now, in which case nothing is stored, or if it can't be processed now, in which case `upkeep` tries
    again. Either way PayPal sends it again.
    """
    event_id, event_type = notification.get("id"), notification.get("event_type")
    if not isinstance(event_id, str) or not isinstance(event_type, str) or not 0 < len(event_id) <= 64:
        raise BadRequest("This is not a webhook of PayPal's.", code="forged")
    verify_webhook(headers=headers, body=body, address=address)
    stored, _ = WebhookEvent.objects.get_or_create(
        event_id=event_id, defaults={"event_type": event_type[:80], "body": notification}
    )
    if not is_settled(stored) and not run_one(JOB, stored.pk, finish_notification):
        raise build_retry_error()


def is_settled(notification: WebhookEvent) -> bool:
    return notification.settled_at is not None


def process_stored_notifications() -> int:
    """Process stored notifications that couldn't be processed when they arrived. Return how many were processed."""
    waiting = list(WebhookEvent.objects.filter(settled_at=None).order_by("pk").values_list("pk", flat=True))
    return len(run_each(JOB, waiting, finish_notification))


def finish_notification(notification_id: int) -> None:
    """Process a stored notification. Safe to repeat, also concurrently.

    Mark it as settled only once it has been processed, or once PayPal refuses to show what it names.
    """
    notification = WebhookEvent.objects.get(pk=notification_id)
    if is_settled(notification):
        return
    try:
        process_notification(notification)
    except PayPalUnclear as unclear:
        raise NotFinished(str(unclear)) from unclear
    except PayPalRefused as refusal:
        log.warning("webhook %s: %s", notification.event_id, refusal)
    WebhookEvent.objects.filter(pk=notification.pk).update(settled_at=timezone.now())
