"""Store what became of the seats of a changed date: what their buyer chose, or what the shop did without an answer."""

from django.db.models import Q
from django.utils import timezone

from changes.models import Entitlement
from orders.models import OrderLine
from payments.models import Refund

Outcome = Entitlement.Outcome


def mark_moved(line: OrderLine) -> None:
    """Store the outcome of the choice of a booking that moved to another date, by its buyer or by staff.

    Even if its refund failed. The email about that tells everybody when their seats are now.
    """
    line.entitlements.filter(needs_notice=True).update(needs_notice=False)
    is_open = Q(outcome__in=[Outcome.UNDECIDED, Outcome.FAILED]) | Q(refund__status=Refund.Status.FAILED)
    line.entitlements.filter(is_open).update(outcome=Outcome.MOVED, settled_at=timezone.now())


def mark_refunded(entitlement: Entitlement, refund: Refund) -> None:
    """Store the outcome of the choice of a buyer who got a refund for some of the seats, and keeps the others."""
    Entitlement.objects.filter(pk=entitlement.pk, outcome=Outcome.UNDECIDED).mark(Outcome.REFUNDED, refund)


def mark_over(entitlement: Entitlement, outcome: Entitlement.Outcome) -> None:
    """Store the outcome of the choice of a buyer who did not answer in time."""
    Entitlement.objects.filter(pk=entitlement.pk, outcome=Outcome.UNDECIDED).mark(outcome)
