"""The lines of orders."""

import hashlib
import json
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q
from django.utils import timezone

from bookings.formatting import format_seats
from bookings.models import Booking
from events.models import Occurrence, RefundPolicy
from orders.models.fields import money
from orders.models.order import Order
from orders.models.payment import Refund

if TYPE_CHECKING:
    from orders.models.date_change import Entitlement


class OrderLine(models.Model):
    """One booking of an order, as it was sold. Never changes after the order was placed."""

    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="lines")
    booking = models.OneToOneField(Booking, on_delete=models.PROTECT, related_name="order_line")
    product = models.CharField(max_length=24, help_text="The event's public id.")
    name = models.CharField(max_length=200)
    image = models.CharField(max_length=200, blank=True)
    description = models.TextField(blank=True)
    event_location = models.CharField(max_length=300, blank=True)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    seats = models.PositiveIntegerField()
    price = money(help_text="USD, for one seat or one booking (PRICE_PER).")
    line_price = money()
    refund_policy = models.CharField(
        max_length=9, choices=RefundPolicy, default=RefundPolicy.NONE, db_default=RefundPolicy.NONE,
        help_text="The event's policy when this was sold. Later changes of the event don't change it.",
    )  # fmt: skip
    refund_until_hours = models.PositiveSmallIntegerField(default=24, db_default=24)
    refund_fee_per_seat = money(default=Decimal(0), db_default=Decimal(0))
    refund = models.ForeignKey(
        Refund, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False,
        help_text="Written by the previous release during a rolling deploy. RefundPart replaces it.",
    )  # fmt: skip

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(seats__gte=1), name="line_has_a_seat"),
            models.CheckConstraint(condition=Q(refund_fee_per_seat__gte=0), name="line_refund_fee_not_negative"),
        ]
        indexes = [
            models.Index(fields=["product", "order"], name="line_by_product"),  # for filtering orders by event
            models.Index(
                fields=["refund"], condition=Q(refund__isnull=False), name="line_by_refund"
            ),  # few lines have one
        ]

    def __str__(self) -> str:
        return f"{self.name}, {format_seats(self.seats)}"

    @property
    def is_off(self) -> bool:
        """Whether the line has seats on a date that doesn't take place."""
        is_skipped = self.booking.occurrence.status == Occurrence.Status.SKIPPED
        return is_skipped and self.booking.status == Booking.Status.CONFIRMED

    @property
    def open_entitlement(self) -> "Entitlement | None":
        """What the buyer may choose now because staff changed the date; from prefetched rows."""
        if self.order.has_cached_lines:
            return None
        now = timezone.now()
        return next((entitlement for entitlement in self.entitlements.all() if entitlement.is_open(now)), None)

    def list_sold_values(self) -> list[str]:
        """Return the values that must never change, as strings for `hash_lines`.

        The refund policy is included unless it is that of lines of releases without policies, whose hashes are stored.
        """
        texts = [self.product, self.name, self.image, self.description, self.event_location]
        numbers = [str(self.seats), f"{self.price:.2f}", f"{self.line_price:.2f}"]
        times = [f"{time:%Y-%m-%dT%H:%M:%S%z}" for time in (self.starts_at, self.ends_at)]
        return [*texts, *times, *numbers, *self.list_policy_values()]

    def list_policy_values(self) -> list[str]:
        policy = (str(self.refund_policy), str(self.refund_until_hours), f"{self.refund_fee_per_seat:.2f}")
        return [] if policy == (RefundPolicy.NONE, "24", "0.00") else list(policy)


def hash_lines(lines: list[OrderLine]) -> str:
    """Return a hash of the lines as sold, with which the consistency check detects changes."""
    return hashlib.sha256(json.dumps([line.list_sold_values() for line in lines]).encode()).hexdigest()
