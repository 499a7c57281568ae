"""What PayPal's messages tell of who paid: kept while somebody may have to look into a payment, and then no more."""

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from charityshop.db.retries import run_each
from orders.models import WebhookEvent

PAYERS_KEPT_FOR = timedelta(days=90)
AT_ONCE = 500  # messages a day; an earlier backlog is worked off over some days


def forget_old_payers() -> int:
    """Forget who paid in webhooks that were settled long ago; return in how many."""
    over = WebhookEvent.objects.filter(settled_at__lt=timezone.now() - PAYERS_KEPT_FOR, body__has_key="create_time")
    ids = list(over.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    return len(run_each("payer of webhook", ids, forget_payer))


def forget_payers_in(events: "QuerySet[WebhookEvent]") -> None:
    for event_pk in events.values_list("pk", flat=True):
        forget_payer(event_pk)


def forget_payer(event_pk: int) -> None:
    """Keep only what says where to look: that is all that settling needs."""
    event = WebhookEvent.objects.get(pk=event_pk)
    resource = event.body.get("resource")
    told = resource if isinstance(resource, dict) else {}
    kept = {name: told[name] for name in ("id", "supplementary_data", "links") if name in told}
    event.body = {"id": event.event_id, "event_type": event.event_type, "resource": kept}
    event.save(update_fields=["body"])
