"""Bookings: who holds how many seats on which date. Order lines reference bookings, not the other way around."""

from collections.abc import Collection
from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q, Sum
from django.utils import timezone

from charityshop.db.public_id import public_id_field
from charityshop.prepared import NUMBER, OneOf, Prepared, Slot, moment
from events.models import Occurrence

TAKING = ["pending", "confirmed"]


class BookingQuerySet(models.QuerySet["Booking"]):
    def taken(self, now: datetime | Slot) -> Self:
        """Bookings whose seats are not for sale: confirmed, or pending with a hold that has not run out.

        A pending booking without `held_until` waits for PayPal's word and never lapses. A lapsed hold stops counting
        by this comparison alone; nothing has to sweep it up first. Both words are said again as the index
        `booking_taken` says them, or SQLite would not see that it can be used.
        """
        return self.filter(takes_seats(now), status__in=TAKING)

    def per_date(self) -> "models.QuerySet[Booking, tuple[int, int]]":
        """How many seats these bookings come to on each date, by the occurrence's id."""
        return self.order_by().values_list("occurrence").annotate(Sum("seats"))

    def seats_per_date(self) -> dict[int, int]:
        return dict(self.per_date())


def takes_seats(now: datetime | Slot) -> Q:
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
            # Counting what is taken on a date reads these and nothing else.
            models.Index(
                fields=["occurrence", "status", "held_until", "seats"],
                condition=Q(status__in=TAKING),
                name="booking_taken",
            ),
            models.Index(fields=["user", "occurrence"], name="booking_by_person"),
        ]

    def __str__(self) -> str:
        return f"{self.seats} seat{'' if self.seats == 1 else 's'} on date {self.occurrence_id} ({self.status})"


TAKEN = Prepared(
    lambda: Booking.objects.taken(moment("now")).filter(OneOf("occurrence", "dates", NUMBER)).per_date(),
    converted=False,
)
TAKEN_BY_OTHERS = Prepared(
    lambda: Booking.objects.taken(moment("now"))
    .filter(OneOf("occurrence", "dates", NUMBER)).exclude(OneOf("pk", "besides", NUMBER)).per_date(),
    converted=False,
)  # fmt: skip


def seats_taken(occurrence_ids: Collection[int], now: datetime, besides: Collection[int] = ()) -> dict[int, int]:
    """Taken seats by occurrence, in one query at most; a date without bookings is not in it.

    The bookings in `besides` are left out.
    """
    if not occurrence_ids:
        return {}
    if besides:
        return dict(TAKEN_BY_OTHERS.run(dates=occurrence_ids, now=now, besides=besides))
    return dict(TAKEN.run(dates=occurrence_ids, now=now))
