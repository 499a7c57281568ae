"""Read how far a change of a date has got."""

from dataclasses import dataclass

from django.db.models import Count, Q

from bookings.models import Booking
from changes.models import DateChange, Entitlement
from payments.models import Refund

Outcome = Entitlement.Outcome
FAILED = Q(entitlements__outcome=Outcome.FAILED) | Q(
    entitlements__outcome=Outcome.REFUNDED, entitlements__refund__status=Refund.Status.FAILED
)


REPLACED = Q(entitlements__outcome=Outcome.REPLACED)


@dataclass(frozen=True, slots=True)
class Progress:
    """Numbers of bookings. Those of each outcome add up to the total, without choices that a newer change replaced."""

    change: DateChange
    by_hand: list[Booking]
    total: int
    told: int
    at_new_time: int
    moved: int
    refunded: int
    undecided: int
    failed: int


COUNTS = {
    "total": Count("entitlements", filter=~REPLACED),
    "told": Count("entitlements", filter=Q(entitlements__told_at__isnull=False) & ~REPLACED),
    "at_new_time": Count("entitlements", filter=Q(entitlements__outcome=Outcome.STAYED)),
    "moved": Count("entitlements", filter=Q(entitlements__outcome=Outcome.MOVED)),
    "refunded": Count("entitlements", filter=Q(entitlements__outcome=Outcome.REFUNDED) & ~FAILED),
    "undecided": Count("entitlements", filter=Q(entitlements__outcome=Outcome.UNDECIDED)),
    "failed": Count("entitlements", filter=FAILED),
}
"""By the names in Progress."""


def get_progress(change: DateChange) -> Progress:
    """Count the bookings of a change now. Two queries."""
    counts = DateChange.objects.filter(pk=change.pk).annotate(**COUNTS).values(*COUNTS).get()
    by_hand = list(change.by_hand.select_related("user").order_by("pk"))
    return Progress(change, by_hand, **counts)
