"""Who waits for seats on a full date, for how many, and in what order. An offer is a pending booking (see bookings)."""

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import User
from bookings.waiting_rule import Wish
from charityshop.db.columns import public_id_field
from charityshop.security.link_tokens import get_public_id, is_valid_link_token, make_link_token
from events.models import Occurrence

MAX_SEATS = 10
CLOSES_BEFORE = timedelta(minutes=60)  # the waiting list ends this long before the start; then seats are for everyone
LIVE = ["waiting", "offered"]
LEAVE_TOKEN, GENERATION = "leave waiting list", 1  # leaving twice does no harm, so tokens need not become invalid


class WaitingEntryQuerySet(models.QuerySet["WaitingEntry"]):
    def visible_to(self, user: User) -> Self:
        """Filter entries that this user may see: all for admins, their own for others."""
        return self if user.is_staff else self.filter(user=user)

    def live(self) -> Self:
        """Filter entries that wait or have an offer. Offers that are over by now are included until they are marked."""
        return self.filter(status__in=LIVE)

    def by_leave_token(self, token: str) -> "WaitingEntry | None":
        is_valid = is_valid_link_token(token, LEAVE_TOKEN, GENERATION)
        return self.filter(public_id=get_public_id(token)).first() if is_valid else None

    def in_line(self) -> Self:
        """Filter entries that wait, in joining order."""
        return self.filter(status=WaitingEntry.Status.WAITING).order_by("pk")


class WaitingEntry(models.Model):
    """An account's place in the waiting list of a date. IDs give the order: entries join while the date is locked."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        OFFERED = "offered"  # seats are held until `offered_until`, or longer while the buyer pays
        ACCEPTED = "accepted"  # the seats were paid
        EXPIRED = "expired"  # the offer ended without a payment
        LEFT = "left"
        REMOVED = "removed"  # by staff
        ENDED = "ended"  # no seats came free in time, or the date is canceled

    public_id = public_id_field()
    occurrence = models.ForeignKey(
        Occurrence,
        on_delete=models.CASCADE,  # only dates without bookings are deleted, so no offer is lost
        related_name="waiting_entries",
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,  # an account that had an offer has bookings, which keep it
        related_name="waiting_entries",
    )
    seats = models.PositiveSmallIntegerField()
    at_least = models.PositiveSmallIntegerField(help_text="The smallest number of seats to offer.")
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    offered_until = models.DateTimeField(null=True, blank=True, help_text="When the offer ends, unless it is paid.")
    created_at = models.DateTimeField(default=timezone.now)

    objects = WaitingEntryQuerySet.as_manager()

    class Meta:
        verbose_name = "waiting list entry"
        verbose_name_plural = "waiting list entries"
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(seats__range=(1, MAX_SEATS)), name="entry_waits_for_some_seats"),
            models.CheckConstraint(
                condition=Q(at_least__gte=1, at_least__lte=F("seats")), name="entry_asks_for_no_more_than_its_seats"
            ),
            models.CheckConstraint(
                condition=~Q(status="offered") | Q(offered_until__isnull=False), name="an_offer_has_an_end"
            ),
            models.UniqueConstraint(
                fields=["user", "occurrence"], condition=Q(status__in=LIVE), name="one_live_entry_per_date"
            ),
        ]
        indexes = [
            # Serves the probe for the waiting list of a date whenever seats are held, and the list itself.
            models.Index(fields=["status", "occurrence", "seats", "at_least"], name="entry_by_date"),
        ]

    def __str__(self) -> str:
        return f"{self.seats} seat{'' if self.seats == 1 else 's'} on date {self.occurrence_id} ({self.status})"

    @property
    def wish(self) -> Wish:
        return Wish(self.seats, self.at_least)

    @property
    def leave_token(self) -> str:
        """The token of the emailed link with which the entry's owner leaves without signing in."""
        return make_link_token(LEAVE_TOKEN, self.public_id, GENERATION)


def is_open(date: Occurrence, now: datetime) -> bool:
    """Return whether the waiting list of this date may still get seats."""
    return date.status == Occurrence.Status.SCHEDULED and date.starts_at - now > CLOSES_BEFORE
