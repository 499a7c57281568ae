"""Messages from staff to everybody with seats on a date, or waiting for some, and reminders of its start."""

from typing import cast

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking, SeatLink, WaitingEntry
from charityshop.db.columns import public_id_field
from events.models import Occurrence

MAX_SUBJECT_LENGTH, MAX_BODY_LENGTH = 150, 5_000


class Message(models.Model):
    """What staff wrote about a date, and to how many. The limits count these rows."""

    class Audience(models.TextChoices):
        BUYERS = "buyers"
        GUESTS = "guests"  # who claimed a buyer's seat and gave an email address
        WAITING = "waiting"  # on the waiting list

    public_id = public_id_field()
    occurrence = models.ForeignKey(
        Occurrence,
        on_delete=models.CASCADE,  # only dates without bookings are deleted; the audit log still has the message
        related_name="messages",
    )
    audiences = models.JSONField(help_text="buyers, guests, waiting")
    subject = models.CharField(max_length=MAX_SUBJECT_LENGTH)
    body = models.TextField()
    recipient_count = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Message {self.public_id} about date {self.occurrence_id}"


class MessageRecipient(models.Model):
    """Who gets a message, and as what. Their email is rendered from it when it is sent."""

    public_id = public_id_field()
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="recipients")
    booking = models.ForeignKey(
        Booking, on_delete=models.CASCADE, null=True, blank=True, related_name="+", help_text="The buyer's."
    )
    seat_link = models.ForeignKey(
        SeatLink, on_delete=models.CASCADE, null=True, blank=True, related_name="+", help_text="The guest's."
    )
    entry = models.ForeignKey(WaitingEntry, on_delete=models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(booking__isnull=False, seat_link=None, entry=None)
                | Q(booking=None, seat_link__isnull=False, entry=None)
                | Q(booking=None, seat_link=None, entry__isnull=False),
                name="a_recipient_is_a_buyer_a_guest_or_waiting",
            ),
        ]

    def __str__(self) -> str:
        return f"Recipient {self.public_id}"

    @property
    def user(self) -> User | SeatLink:
        """The buyer, the guest, or the account on the waiting list. All have a first name and an email address."""
        if self.booking:
            return self.booking.user
        return self.entry.user if self.entry else cast(SeatLink, self.seat_link)


class Reminder(models.Model):
    """Who was reminded of what, so that nobody is reminded of the same start twice.

    After a move, the booking has another start and gets another reminder.
    """

    public_id = public_id_field()
    booking = models.ForeignKey(Booking, on_delete=models.CASCADE, related_name="reminders", db_index=False)
    guest = models.CharField(
        max_length=24, blank=True, default="", help_text="The ID of the guest's seat link. Empty: the buyer."
    )
    starts_at = models.DateTimeField(help_text="The start of the date that it was about.")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["booking", "guest", "starts_at"], name="one_reminder_per_start"),
        ]

    def __str__(self) -> str:
        return f"Reminder of {self.starts_at:%Y-%m-%d %H:%M} for booking {self.booking_id}"
