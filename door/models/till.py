"""Phones that sell at the door: the seats that they keep, and the door's drawer with what moved in and out."""

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from bookings.models import Booking
from charityshop.db.columns import money
from door.models.doors import MAX_NAME_LENGTH, Door, Phone
from door.models.entries import DoorEntry
from orders.models import Order
from payments.models import Refund

MAX_REASON_LENGTH = 200


class Allotment(models.Model):
    """Seats that a phone keeps, so that it can sell them without a connection. A pending booking holds them.

    The hold may end without this row: when the date changes, or its time is over.
    """

    phone = models.ForeignKey(Phone, on_delete=models.PROTECT, related_name="allotments")
    booking = models.OneToOneField(Booking, on_delete=models.PROTECT, related_name="allotment")
    ended_at = models.DateTimeField(null=True, blank=True, help_text="When the phone gave back or sold the last seat.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["phone"], condition=Q(ended_at=None), name="one_live_allotment_per_phone"),
        ]

    def __str__(self) -> str:
        return f"Seats of phone {self.phone_id}"


class Drawer(models.Model):
    """The cash of a door. Two people count it without seeing what the shop expects, and then it is closed.

    A closed drawer never changes: triggers refuse it. Cash that phones report later is late, and listed below it.
    """

    door = models.OneToOneField(Door, on_delete=models.PROTECT, related_name="drawer")
    float = money(help_text="The change that was in it at first.")
    expected = money(null=True, blank=True, help_text="The float and all moves until it was closed.")
    counted = money(null=True, blank=True)
    reason = models.CharField(
        max_length=MAX_REASON_LENGTH, blank=True, help_text="Why it is off, or that one person counted alone."
    )
    opened_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(float__gte=0), name="drawer_float_not_negative"),
            models.CheckConstraint(
                condition=Q(closed_at=None, expected=None, counted=None)
                | Q(closed_at__isnull=False, expected__isnull=False, counted__isnull=False),
                name="a_closed_drawer_is_counted",
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None) | Q(expected=F("counted")) | ~Q(reason=""),
                name="a_difference_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"Drawer {self.pk}{' (closed)' if self.closed_at else ''}"


class Move(models.Model):
    """Cash that moved into a door's drawer, or out of it. Never changes."""

    class Kind(models.TextChoices):
        SALE = "sale"
        OVER = "over"  # a sale that has no seats: its cash has to be given back
        REFUND = "refund"
        OTHER = "other"  # such as change from the bank, or ice that was bought

    door = models.ForeignKey(Door, on_delete=models.PROTECT, related_name="moves")
    kind = models.CharField(max_length=6, choices=Kind)
    amount = money(help_text="Negative: out of the drawer.")
    order = models.ForeignKey(Order, on_delete=models.PROTECT, null=True, blank=True, related_name="moves")
    refund = models.OneToOneField(Refund, on_delete=models.PROTECT, null=True, blank=True, related_name="move")
    entry = models.ForeignKey(
        DoorEntry,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="moves",
        db_index=False,
        help_text="Of the phone that took the cash.",
    )
    reason = models.CharField(max_length=MAX_REASON_LENGTH, blank=True)
    is_late = models.BooleanField(default=False, help_text="Reported when no drawer could take it any longer.")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry"], name="one_move_per_entry"),
            models.CheckConstraint(
                condition=Q(kind="sale", order__isnull=False, refund=None, amount__gt=0)
                | Q(kind="over", order=None, refund=None, amount__gt=0)
                | Q(kind="refund", order__isnull=False, refund__isnull=False, amount__lte=0)
                | Q(kind="other", order=None, refund=None),
                name="a_move_is_a_sale_a_refund_or_neither",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} ({self.kind})"


class Count(models.Model):
    """What somebody counted in a drawer. There are one or two; if they differ, both are deleted."""

    drawer = models.ForeignKey(Drawer, on_delete=models.PROTECT, related_name="counts", db_index=False)
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    total = money()
    alone = models.BooleanField(default=False, help_text="The second count of somebody who counted alone.")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint("drawer", Lower("name"), "alone", name="one_count_per_name"),
            models.CheckConstraint(condition=Q(total__gte=0), name="count_not_negative"),
        ]

    def __str__(self) -> str:
        return f"Count by {self.name}"
