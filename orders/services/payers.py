"""What PayPal's messages tell of who paid: kept while somebody may have to look into a payment, and then no more."""

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from orders.models import WebhookEvent

PAYERS_KEPT_FOR = timedelta(days=90)
AT_ONCE = 500  # messages a day; an earlier backlog is worked off over some days


def forget_old_payers() -> int:
    """Forget who paid in messages that were settled a good while ago; in how many."""
    over = WebhookEvent.objects.filter(settled_at__lt=timezone.now() - PAYERS_KEPT_FOR, body__has_key="create_time")
    return forget_payers_in(over.order_by("pk")[:AT_ONCE])


def forget_payers_in(events: "QuerySet[WebhookEvent]") -> int:
    """What settling needs of a message is where to look; all else of it goes."""
    found = list(events)
    for event in found:
        resource = event.body.get("resource") or {}
        kept = {name: resource[name] for name in ("id", "supplementary_data", "links") if name in resource}
        event.body = {"id": event.event_id, "event_type": event.event_type, "resource": kept}
        event.save(update_fields=["body"])
    return len(found)
