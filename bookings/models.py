"""Bookings: who has how many seats on which date. Order lines reference bookings, not the other way around."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Sum
from django.utils import timezone

from charityshop.db.public_id import public_id_field
from events.models import Occurrence

ACTIVE = ["pending", "confirmed"]


class BookingQuerySet(models.QuerySet["Booking"]):
    def taken(self, now: datetime) -> Self:
        """Filter bookings whose seats are not for sale: confirmed, or pending with a hold that has not expired.

        A pending booking without `held_until` waits for PayPal and does not expire. Expired holds are excluded by this
        comparison, before any job marks them. `status__in` lets both databases use the index `booking_by_date`.
        """
        return self.filter(takes_seats(now), status__in=ACTIVE)

    def seats_per_date(self) -> dict[int, int]:
        """Return the sum of the bookings' seats by occurrence ID."""
        return dict(self.order_by().values_list("occurrence").annotate(Sum("seats")))


def takes_seats(now: datetime) -> Q:
    """Match bookings that `taken` counts."""
    held = Q(status=Booking.Status.PENDING) & (Q(held_until=None) | Q(held_until__gt=now))
    return Q(status=Booking.Status.CONFIRMED) | held


class Booking(models.Model):
    class Status(models.TextChoices):
        PENDING = "pending"
        CONFIRMED = "confirmed"
        CANCELLED = "cancelled"
        REFUNDED = "refunded"

    class Kind(models.TextChoices):
        ORDER = "order"
        BY_HAND = "by_hand"  # by staff, for guests of the club
        OFFER = "offer"  # held for somebody on the waiting list until they order it
        ALLOTMENT = "allotment"

    public_id = public_id_field()
    kind = models.CharField(max_length=9, choices=Kind, default=Kind.ORDER, db_default=Kind.ORDER)
    occurrence = models.ForeignKey(Occurrence, on_delete=models.PROTECT, related_name="bookings")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="bookings",
        db_index=False,  # booking_by_person serves it
    )
    seats = models.PositiveIntegerField(help_text="A refunded or canceled booking keeps its number.")
    returning = models.PositiveIntegerField(
        default=0, db_default=0, help_text="Seats whose refund was requested. They are taken until it completes."
    )
    status = models.CharField(max_length=9, choices=Status, default=Status.PENDING)
    held_until = models.DateTimeField(null=True, blank=True)  # of a canceled hold: when it ended
    created_at = models.DateTimeField(default=timezone.now)

    objects = BookingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(seats__gte=1), name="booking_has_a_seat"),
            models.CheckConstraint(condition=Q(returning__lte=F("seats")), name="booking_returns_its_own_seats"),
            models.CheckConstraint(
                condition=~Q(status="confirmed") | Q(held_until=None), name="a_confirmed_booking_is_not_on_hold"
            ),
        ]
        indexes = [
            # Covers the query that counts the taken seats of a date.
            models.Index(fields=["occurrence", "status", "held_until", "seats"], name="booking_by_date"),
            models.Index(fields=["user", "occurrence"], name="booking_by_person"),
        ]

    def __str__(self) -> str:
        return f"{self.seats} seat{'' if self.seats == 1 else 's'} on date {self.occurrence_id} ({self.status})"
