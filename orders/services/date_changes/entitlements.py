"""Store what became of the seats of a changed date. Callers have locked the order."""

from datetime import datetime

from django.db.models import F, QuerySet
from django.utils import timezone

from orders.models import Entitlement, OrderLine, Refund

Outcome = Entitlement.Outcome


def get_open_entitlement(line: OrderLine, now: datetime) -> Entitlement | None:
    """Return what the buyer may choose now, whatever the refund policy says."""
    undecided = line.entitlements.select_related("date_change").filter(outcome=Outcome.UNDECIDED, until__gt=now)
    return undecided.first()


def settle_moved(line: OrderLine) -> None:
    """Settle the choice of a booking that moved to another date, by its buyer or by staff."""
    settle(line.entitlements.filter(outcome=Outcome.UNDECIDED), Outcome.MOVED)


def settle_returned(refund: Refund) -> None:
    """Settle the choices for bookings whose last seats this refund returns, also after an earlier refund failed."""
    returned = Entitlement.objects.filter(
        line__parts__refund=refund, line__booking__seats=F("line__booking__returning")
    )
    settle(returned.exclude(outcome__in=[Outcome.STAYED, Outcome.MOVED]), Outcome.REFUNDED, refund)


def settle_refunded(entitlement: Entitlement, refund: Refund) -> None:
    """Settle the choice of a buyer who got a refund for some of the seats, and keeps the others."""
    settle(Entitlement.objects.filter(pk=entitlement.pk, outcome=Outcome.UNDECIDED), Outcome.REFUNDED, refund)


def settle_over(entitlement: Entitlement, outcome: Entitlement.Outcome) -> None:
    """Settle the choice of a buyer who did not answer in time."""
    settle(Entitlement.objects.filter(pk=entitlement.pk, outcome=Outcome.UNDECIDED), outcome)


def settle(chosen: QuerySet[Entitlement], outcome: Entitlement.Outcome, refund: Refund | None = None) -> None:
    chosen.update(outcome=outcome, refund=refund, settled_at=timezone.now())
