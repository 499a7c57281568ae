"""Store what became of the seats of a changed date. Callers have locked the order."""

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from orders.models import Entitlement, OrderLine, Refund

Outcome = Entitlement.Outcome


def mark_moved(line: OrderLine) -> None:
    """Store the outcome of the choice of a booking that moved to another date, by its buyer or by staff.

    Even if its refund failed. The email about that tells everybody when their seats are now.
    """
    line.entitlements.filter(needs_notice=True).update(needs_notice=False)
    is_open = Q(outcome__in=[Outcome.UNDECIDED, Outcome.FAILED]) | Q(refund__status=Refund.Status.FAILED)
    line.entitlements.filter(is_open).update(outcome=Outcome.MOVED, settled_at=timezone.now())


def mark_returned(refund: Refund) -> None:
    """Store the outcome for bookings whose last seats this refund returns, even after an earlier refund failed."""
    returned = Entitlement.objects.filter(
        line__parts__refund=refund, line__booking__seats=F("line__booking__returning")
    )
    mark(returned.exclude(outcome__in=[Outcome.STAYED, Outcome.MOVED]), Outcome.REFUNDED, refund)


def mark_refunded(entitlement: Entitlement, refund: Refund) -> None:
    """Store the outcome of the choice of a buyer who got a refund for some of the seats, and keeps the others."""
    mark(Entitlement.objects.filter(pk=entitlement.pk, outcome=Outcome.UNDECIDED), Outcome.REFUNDED, refund)


def mark_over(entitlement: Entitlement, outcome: Entitlement.Outcome) -> None:
    """Store the outcome of the choice of a buyer who did not answer in time."""
    mark(Entitlement.objects.filter(pk=entitlement.pk, outcome=Outcome.UNDECIDED), outcome)


def mark(chosen: QuerySet[Entitlement], outcome: Entitlement.Outcome, refund: Refund | None = None) -> None:
    chosen.update(outcome=outcome, refund=refund, settled_at=timezone.now())
