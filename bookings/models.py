"""Bookings: who holds how many seats on which date. Order lines reference bookings, not the other way around."""

from collections.abc import Collection
from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q, Sum
from django.utils import timezone

from charityshop.db.public_id import public_id_field
from events.models import Occurrence

TAKING = ["pending", "confirmed"]


class BookingQuerySet(models.QuerySet["Booking"]):
    def taken(self, now: datetime) -> Self:
        """Bookings whose seats are not for sale: confirmed, or pending with a hold that has not run out.

        A pending booking without `held_until` waits for PayPal's word and never lapses. A lapsed hold stops counting
        by this comparison alone; nothing has to sweep it up first. `status__in` lets both databases use the index
        `booking_by_date`.
        """
        return self.filter(takes_seats(now), status__in=TAKING)

    def per_date(self) -> "models.QuerySet[Booking, tuple[int, int]]":
        """How many seats these bookings come to on each date, by the occurrence's id."""
        return self.order_by().values_list("occurrence").annotate(Sum("seats"))

    def seats_per_date(self) -> dict[int, int]:
        return dict(self.per_date())


def takes_seats(now: datetime) -> Q:
    """The rule that `taken` asks by."""
    held = Q(status=Booking.Status.PENDING) & (Q(held_until=None) | Q(held_until__gt=now))
    return Q(status=Booking.Status.CONFIRMED) | held


class Booking(models.Model):
    class Status(models.TextChoices):
        PENDING = "pending"
        CONFIRMED = "confirmed"
        CANCELLED = "cancelled"
        REFUNDED = "refunded"

    public_id = public_id_field()
    occurrence = models.ForeignKey(Occurrence, on_delete=models.PROTECT, related_name="bookings")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="bookings",
        db_index=False,  # booking_by_person stands in for it
    )
    seats = models.PositiveIntegerField()
    status = models.CharField(max_length=9, choices=Status, default=Status.PENDING)
    held_until = models.DateTimeField(null=True, blank=True)  # of a cancelled hold: when it ended
    created_at = models.DateTimeField(default=timezone.now)

    objects = BookingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(seats__gte=1), name="booking_has_a_seat"),
            models.CheckConstraint(
                condition=~Q(status="confirmed") | Q(held_until=None), name="a_confirmed_booking_is_not_on_hold"
            ),
        ]
        indexes = [
            # Counting the taken seats of a date reads only this index.
            models.Index(fields=["occurrence", "status", "held_until", "seats"], name="booking_by_date"),
            models.Index(fields=["user", "occurrence"], name="booking_by_person"),
        ]

    def __str__(self) -> str:
        return f"{self.seats} seat{'' if self.seats == 1 else 's'} on date {self.occurrence_id} ({self.status})"


def seats_taken(occurrence_ids: Collection[int], now: datetime, besides: Collection[int] = ()) -> dict[int, int]:
    """Return the taken seats by occurrence ID, without dates that have none, and without the bookings in `besides`."""
    if not occurrence_ids:
        return {}
    return Booking.objects.taken(now).filter(occurrence__in=occurrence_ids).exclude(pk__in=besides).seats_per_date()
