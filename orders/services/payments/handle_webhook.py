"""Receive PayPal's webhooks. They only say where to look: what is settled is what PayPal's API then shows."""

import logging
from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from charityshop.db.retries import NotFinished, run_each, run_one
from charityshop.exceptions import BadRequest
from orders.models import WebhookEvent
from orders.paypal import PayPalRefused, PayPalUnclear
from orders.services.payments.process_event import process_event
from orders.services.payments.verify_webhook import try_again, verify_webhook

log = logging.getLogger(__name__)

JOB = "webhook"


def receive_webhook(*, headers: Mapping[str, str], body: bytes, event: Mapping[str, Any], address: str) -> None:
    """Verify a webhook, store it, and process it. One that is processed already changes nothing.

    `event` is what `body` says. Raises BadRequest for a forged or unreadable webhook. Raises Unavailable if it cannot
    be verified now, and then stores nothing, or if it cannot be processed now, and then upkeep goes on trying; in both
    cases PayPal sends it again.
    """
    event_id, event_type = event.get("id"), event.get("event_type")
    if not isinstance(event_id, str) or not isinstance(event_type, str) or not 0 < len(event_id) <= 64:
        raise BadRequest("This is not a webhook of PayPal's.", code="forged")
    verify_webhook(headers=headers, body=body, address=address)
    stored, _ = WebhookEvent.objects.get_or_create(
        event_id=event_id, defaults={"event_type": event_type[:80], "body": event}
    )
    if not is_settled(stored) and not run_one(JOB, stored.pk, finish_event):
        raise try_again()


def is_settled(event: WebhookEvent) -> bool:
    return event.settled_at is not None


def settle_stored() -> int:
    """Process the webhooks that could not be processed when they came; return how many were."""
    waiting = list(WebhookEvent.objects.filter(settled_at=None).order_by("pk").values_list("pk", flat=True))
    return len(run_each(JOB, waiting, finish_event))


def finish_event(event_pk: int) -> None:
    """Look at PayPal and settle what a stored webhook is about. Safe to repeat, and safe twice at once.

    It is marked as settled only when it is processed, or when PayPal says for certain that there is nothing to look at.
    """
    event = WebhookEvent.objects.get(pk=event_pk)
    if is_settled(event):
        return
    try:
        process_event(event)
    except PayPalUnclear as unclear:
        raise NotFinished(str(unclear)) from unclear
    except PayPalRefused as refusal:
        log.warning("webhook %s: %s", event.event_id, refusal)
    WebhookEvent.objects.filter(pk=event.pk).update(settled_at=timezone.now())
