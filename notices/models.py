"""Emails to many people about a date: messages from staff, reminders of its start, and thanks. Who gets them."""

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
        verbose_name="date",
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


class Notice(models.Model):
    """Who gets an email about a date, and as what. It is written from this row when it is sent.

    The row is stored with the email, and constraints see to it that nobody is reminded of a start, or thanked, twice,
    however often `upkeep` runs. After a move, a booking has another start and gets another reminder.
    """

    class Kind(models.TextChoices):
        MESSAGE = "message"
        REMINDER = "reminder"
        RECAP = "recap"

    public_id = public_id_field()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    occurrence = models.ForeignKey(Occurrence, on_delete=models.CASCADE, related_name="notices", verbose_name="date")
    starts_at = models.DateTimeField(help_text="The start of the date when the email was stored.")
    message = models.ForeignKey(
        Message,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="recipients",
        help_text="What staff wrote.",
    )
    booking = models.ForeignKey(
        Booking, on_delete=models.CASCADE, null=True, blank=True, related_name="+", help_text="The buyer's."
    )
    seat_link = models.ForeignKey(
        SeatLink, on_delete=models.CASCADE, null=True, blank=True, related_name="+", help_text="The guest's."
    )
    entry = models.ForeignKey(
        WaitingEntry,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        help_text="On the waiting list.",
    )
    has_answered = models.BooleanField(default=False, help_text="How it was; the answer is stored without them.")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(booking__isnull=False, seat_link=None, entry=None)
                | Q(booking=None, seat_link__isnull=False, entry=None)
                | Q(booking=None, seat_link=None, entry__isnull=False, kind="message"),
                name="a_notice_is_for_a_buyer_a_guest_or_waiting",
            ),
            models.CheckConstraint(
                condition=Q(kind="message", message__isnull=False) | (~Q(kind="message") & Q(message=None)),
                name="only_messages_have_a_message",
            ),
            models.UniqueConstraint(
                fields=["kind", "booking", "starts_at"], condition=~Q(kind="message"), name="one_notice_per_buyer"
            ),
            models.UniqueConstraint(
                fields=["kind", "seat_link", "starts_at"], condition=~Q(kind="message"), name="one_notice_per_guest"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"

    @property
    def user(self) -> User | SeatLink:
        """The buyer, the guest, or the account on the waiting list. All have a first name and an email address."""
        if self.booking:
            return self.booking.user
        return self.entry.user if self.entry else cast(SeatLink, self.seat_link)
