"""Read how far a change of a date has got."""

from dataclasses import dataclass

from django.db import models
from django.db.models import Count, F, Q, QuerySet

from bookings.models import ACTIVE, Booking
from changes.models import Entitlement
from events.models import DateChange
from payments.models import Refund

Outcome = Entitlement.Outcome
FAILED = Q(entitlements__outcome=Outcome.FAILED) | Q(
    entitlements__outcome=Outcome.REFUNDED, entitlements__refund__status=Refund.Status.FAILED
)
REPLACED = Q(entitlements__outcome=Outcome.REPLACED)
HAS_SEATS = Q(
    line__booking__occurrence=F("date_change__occurrence"),
    line__booking__status=Booking.Status.CONFIRMED,
    line__booking__seats__gt=F("line__booking__returning"),
)
NOTICE_DUE = Q(HAS_SEATS, needs_notice=True)
"""Seats are on the date, and their buyer was not told. Also long after the change, when the refund of seats failed."""
IS_OPEN = ~Q(outcome=Outcome.REPLACED) & (NOTICE_DUE | Q(outcome=Outcome.UNDECIDED))


class Kind(models.TextChoices):
    """What staff do to a date: the API's words."""

    CANCEL = "cancel"
    MOVE = "move"


KINDS = {DateChange.Kind.CANCELED: Kind.CANCEL, DateChange.Kind.MOVED: Kind.MOVE, DateChange.Kind.RELOCATED: Kind.MOVE}


class Status(models.TextChoices):
    """Whether a buyer is still to be told of a change, or may choose."""

    RUNNING = "running"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Progress:
    """Numbers of bookings. Those of each outcome add up to the total, without choices that a newer change replaced."""

    change: DateChange
    status: Status
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
    """Count the bookings of a change now. Three queries."""
    counts = DateChange.objects.filter(pk=change.pk).annotate(**COUNTS).values(*COUNTS).get()
    status = Status.RUNNING if change.entitlements.filter(IS_OPEN).exists() else Status.DONE
    return Progress(change, status, list(list_by_hand(change)), **counts)


def list_by_hand(change: DateChange) -> QuerySet[Booking]:
    """Return the bookings by staff without an order that the change moved, or ended with the date."""
    by_hand = Booking.objects.filter(occurrence=change.occurrence_id, kind=Booking.Kind.BY_HAND)
    had_seats = Q(status__in=ACTIVE) | Q(status=Booking.Status.CANCELLED, held_until__gte=change.at)
    return by_hand.filter(had_seats, created_at__lte=change.at).select_related("user").order_by("pk")
