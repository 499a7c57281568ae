"""Remove personal data about payers from stored notifications once staff no longer need it."""

from django.db.models import QuerySet
from django.utils import timezone

from charityshop.db.retries import run_each
from payments.models import WebhookEvent
from payments.selectors.personal_rows import PAYER_RETENTION

NEEDED = (
    "id",
    "custom_id",
    "supplementary_data",
    "links",
    "status",
    "amount",
    "seller_payable_breakdown",
    "create_time",
    "update_time",
    "dispute_id",
    "dispute_amount",
    "dispute_outcome",
)
BATCH_SIZE = 500  # notifications per day; a larger backlog takes several days


def redact_old_payers() -> int:
    """Redact payers in notifications that were settled long ago. Return how many were changed."""
    over = WebhookEvent.objects.filter(settled_at__lt=timezone.now() - PAYER_RETENTION, body__has_key="create_time")
    ids = list(over.order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE])
    return len(run_each("payer of webhook", ids, redact_payer))


def redact_payers(notifications: "QuerySet[WebhookEvent]") -> None:
    for notification_id in notifications.values_list("pk", flat=True):
        redact_payer(notification_id)


def redact_payer(notification_id: int) -> None:
    """Remove everything from a notification except the IDs, amounts and times that processing needs."""
    notification = WebhookEvent.objects.get(pk=notification_id)
    resource = notification.body.get("resource")
    fields = resource if isinstance(resource, dict) else {}
    needed = {name: fields[name] for name in NEEDED if name in fields}
    if "purchase_units" in fields:
        needed["purchase_units"] = []  # which tells orders from captures
    if transactions := fields.get("disputed_transactions"):
        ids = [row.get("seller_transaction_id") for row in transactions if isinstance(row, dict)]
        needed["disputed_transactions"] = [{"seller_transaction_id": found} for found in ids]
    notification.body = {"id": notification.event_id, "event_type": notification.event_type, "resource": needed}
    notification.save(update_fields=["body"])
