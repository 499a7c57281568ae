"""What the buyers of seats on dates that staff canceled or moved may choose."""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property

from bookings.selectors.events import has_date_to_move_to
from changes.models.zone_change import read_told_times
from events.models import DateChange, Setting
from orders.models import OrderLine
from payments.models import Refund


class EntitlementQuerySet(models.QuerySet["Entitlement"]):
    def get_open(self) -> "Entitlement | None":
        """Return what the buyer of one line may choose now, whatever the refund policy says. Uses prefetched rows."""
        now = timezone.now()
        return next((entitlement for entitlement in self if entitlement.is_open(now)), None)

    def mark_returned(self, refund: Refund) -> None:
        """Store the outcome for a line whose last seats this refund returns, even after an earlier refund failed."""
        decided = [Entitlement.Outcome.STAYED, Entitlement.Outcome.MOVED, Entitlement.Outcome.REPLACED]
        self.exclude(outcome__in=decided).mark(Entitlement.Outcome.REFUNDED, refund)

    def mark(self, outcome: "Entitlement.Outcome", refund: Refund | None = None) -> None:
        self.update(outcome=outcome, refund=refund, settled_at=timezone.now())


class Entitlement(models.Model):
    """What a date change lets the buyer of an order line choose, whatever the refund policy says.

    Until `until`, a full refund without a fee or a move to any date of the event. Without an answer, seats of a
    canceled date are refunded, and those of a date that moved or takes place again stay as they are.
    """

    class Outcome(models.TextChoices):
        UNDECIDED = "undecided"
        STAYED = "kept", "Kept"  # at the date's new time
        MOVED = "moved"  # to another date
        REFUNDED = "refunded"  # or given back without money
        FAILED = "failed"  # PayPal no longer refunds the payment, or it was cash: to be refunded by hand
        REPLACED = "replaced"  # by the choice about a newer change of the date

    date_change = models.ForeignKey(DateChange, on_delete=models.PROTECT, related_name="entitlements", db_index=False)
    line = models.ForeignKey(OrderLine, on_delete=models.PROTECT, related_name="entitlements")
    until = models.DateTimeField()
    outcome = models.CharField(max_length=9, choices=Outcome, default=Outcome.UNDECIDED)
    told_at = models.DateTimeField(null=True, blank=True, help_text="When the email was written.")
    needs_notice = models.BooleanField(default=True, help_text="Whether the buyer still has to be told.")
    settled_at = models.DateTimeField(null=True, blank=True)
    refund = models.ForeignKey(Refund, on_delete=models.PROTECT, null=True, blank=True, related_name="entitlements")

    objects = EntitlementQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["date_change", "line"], name="one_entitlement_per_line_and_change"),
            models.UniqueConstraint(
                fields=["line"], condition=Q(outcome="undecided"), name="one_undecided_entitlement_per_line"
            ),
            models.CheckConstraint(
                condition=Q(outcome="undecided", settled_at=None) | (~Q(outcome="undecided") & ~Q(settled_at=None)),
                name="a_settled_entitlement_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_outcome_display()} ({self.line})"

    def settle(self, outcome: Outcome, refund: Refund | None = None) -> None:
        """Store what its buyer chose, or what the shop did without an answer in time, unless it is settled."""
        Entitlement.objects.filter(pk=self.pk, outcome=self.Outcome.UNDECIDED).mark(outcome, refund)

    @cached_property
    def told_times(self) -> tuple[Setting, Setting]:
        return read_told_times(self.date_change)

    @property
    def was(self) -> Setting:
        """When and where the date was before the change, as its buyer was told."""
        return self.told_times[0]

    @property
    def to(self) -> datetime | None:
        """When a date that moves starts instead, as its buyer was told."""
        return self.told_times[1].starts_at if self.date_change.to else None

    def is_open(self, now: datetime) -> bool:
        """Return whether the buyer may choose."""
        return self.outcome == self.Outcome.UNDECIDED and self.until > now

    @property
    def has_no_other_date(self) -> bool:
        """Whether the event has no other date for these seats now. Two queries."""
        return not has_date_to_move_to(self.line.booking, timezone.now())

    @property
    def is_canceled(self) -> bool:
        """Whether the date was canceled, rather than moved."""
        return self.date_change.kind == DateChange.Kind.CANCELED

    @property
    def is_back(self) -> bool:
        """Whether the date was canceled and takes place again."""
        return self.is_canceled and self.line.booking.occurrence.takes_place

    @property
    def is_off(self) -> bool:
        """Whether the date was canceled and still doesn't take place: silence refunds its seats."""
        return self.is_canceled and not self.is_back
