"""What buyers did with seats of paid orders: returned them, or moved them to another date."""

from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from bookings.models import Booking
from charityshop.db.columns import money, public_id_field
from events.models import Occurrence
from orders.models import Order
from payments.models import Refund


class Change(models.Model):
    """What a buyer did with seats of a paid booking."""

    class Kind(models.TextChoices):
        REFUND = "refund"
        GIFT = "gift"  # the seats return to sale, and the club keeps the money
        RETURN = "return"  # the seats return to sale without a refund
        MOVE = "move"  # to another date of the event

    class Status(models.TextChoices):
        REQUESTED = "requested"
        DONE = "done"
        FAILED = "failed"

    public_id = public_id_field()
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="changes")
    booking = models.ForeignKey(Booking, on_delete=models.PROTECT, related_name="changes")
    kind = models.CharField(max_length=6, choices=Kind)
    seats = models.PositiveIntegerField()
    amount = money(help_text="What the buyer was shown: the refund or the gift; 0 for a return or a move.")
    refund = models.OneToOneField(Refund, on_delete=models.PROTECT, null=True, blank=True, related_name="change")
    moved_from = models.ForeignKey(Occurrence, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    refund_until = models.DateTimeField(
        null=True, blank=True, help_text="The refund deadline before a move, which the move doesn't make later."
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(seats__gte=1, amount__gte=0), name="change_not_negative"),
            models.CheckConstraint(
                condition=Q(kind="move", refund=None, moved_from__isnull=False)
                | (~Q(kind="move") & Q(refund__isnull=False, moved_from=None)),
                name="a_change_is_a_move_or_a_refund",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.seats} ({self.order_id})"

    @property
    def status(self) -> str:
        if self.refund is None or self.refund.status == Refund.Status.COMPLETED:
            return self.Status.DONE
        return self.Status.FAILED if self.refund.status == Refund.Status.FAILED else self.Status.REQUESTED

    @property
    def amount_now(self) -> Decimal:
        """What is refunded or left as a gift. PayPal may refund less than the buyer was shown."""
        return self.refund.amount if self.refund and self.kind == self.Kind.REFUND else self.amount

    @property
    def reason(self) -> str:
        """Why seats were given back, in a sentence."""
        return BY_CHANGE[self.kind]


BY_CHANGE: dict[str, str] = {
    Change.Kind.REFUND: "The buyer asked for it.",
    Change.Kind.GIFT: "The buyer left the money as a gift.",
    Change.Kind.RETURN: "The buyer gave the seats back.",
}
