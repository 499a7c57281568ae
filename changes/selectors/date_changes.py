"""Read how far a change of a date has got."""

from dataclasses import dataclass

from django.db.models import Count, Q

from bookings.models import Booking
from changes.models import DateChange, Entitlement
from payments.models import Refund

Outcome = Entitlement.Outcome
FAILED = Q(outcome=Outcome.FAILED) | Q(outcome=Outcome.REFUNDED, refund__status=Refund.Status.FAILED)


@dataclass(frozen=True, slots=True)
class Progress:
    """Numbers of bookings. Those of each outcome add up to the total."""

    change: DateChange
    by_hand: list[Booking]
    total: int
    told: int
    at_new_time: int
    moved: int
    refunded: int
    undecided: int
    failed: int


def get_progress(change: DateChange) -> Progress:
    """Count the bookings of a change now. Three queries."""
    counts = change.entitlements.aggregate(
        total=Count("pk"),
        told=Count("pk", filter=Q(told_at__isnull=False)),
        at_new_time=Count("pk", filter=Q(outcome=Outcome.STAYED)),
        moved=Count("pk", filter=Q(outcome=Outcome.MOVED)),
        undecided=Count("pk", filter=Q(outcome=Outcome.UNDECIDED)),
        returned=Count("pk", filter=Q(outcome__in=[Outcome.REFUNDED, Outcome.FAILED])),
        failed=Count("pk", filter=FAILED),
    )
    returned = counts.pop("returned")
    by_hand = list(change.by_hand.select_related("user").order_by("pk"))
    return Progress(change, by_hand, refunded=returned - counts["failed"], **counts)
