"""Remove personal data about payers from stored webhooks once staff no longer need it."""

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from charityshop.db.retries import run_each
from orders.models import WebhookEvent

PAYER_RETENTION = timedelta(days=90)
BATCH_SIZE = 500  # webhooks per day; a larger backlog takes several days


def redact_old_payers() -> int:
    """Redact payers in webhooks that were settled long ago. Return how many webhooks were changed."""
    over = WebhookEvent.objects.filter(settled_at__lt=timezone.now() - PAYER_RETENTION, body__has_key="create_time")
    ids = list(over.order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE])
    return len(run_each("payer of webhook", ids, redact_payer))


def redact_payers(events: "QuerySet[WebhookEvent]") -> None:
    for event_pk in events.values_list("pk", flat=True):
        redact_payer(event_pk)


def redact_payer(event_pk: int) -> None:
    """Remove everything from a webhook except the IDs and links that processing needs."""
    event = WebhookEvent.objects.get(pk=event_pk)
    resource = event.body.get("resource")
    fields = resource if isinstance(resource, dict) else {}
    needed = {name: fields[name] for name in ("id", "supplementary_data", "links") if name in fields}
    event.body = {"id": event.event_id, "event_type": event.event_type, "resource": needed}
    event.save(update_fields=["body"])
