"""The log of the door. Entries are facts: they are never changed, and conflicts between them are derived."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

from bookings.models import Pass
from bookings.pass_codes import HASH_LENGTH
from charityshop.db.columns import money
from door.models.doors import MAX_NAME_LENGTH, Door, Phone

MAX_NOTE_LENGTH = 200
MAX_SENT_LENGTH = 4000  # characters of an entry; one that the app writes has at most 400


class DoorEntry(models.Model):
    """What a phone recorded. A database trigger refuses to delete it, and to change it but for erasing name and note.

    Both are erased 30 days after the date.
    """

    class Kind(models.TextChoices):
        IN = "in"
        UNDO = "undo"
        GUEST = "guest"  # without a ticket
        SALE = "sale"
        CASH = "cash"
        TABLES = "tables"  # about the tournament, see the app tables
        UNUSABLE = "unusable"  # takes the number; what was sent is in UnusableEntry

    phone = models.ForeignKey(Phone, on_delete=models.PROTECT, related_name="entries", db_index=False)
    seq = models.BigIntegerField(help_text="Numbers the entries of a phone from 1.")
    at = models.DateTimeField(help_text="By the phone's clock.")
    offset_ms = models.BigIntegerField(default=0, help_text="Milliseconds that the shop's clock is ahead.")
    received_at = models.DateTimeField()
    kind = models.CharField(max_length=8, choices=Kind)
    h = models.CharField("hash", max_length=HASH_LENGTH, blank=True, editable=False)
    ticket = models.ForeignKey(Pass, on_delete=models.PROTECT, null=True, blank=True, related_name="entries")
    seats = models.PositiveIntegerField(default=0)
    body = models.JSONField(default=dict, blank=True, help_text="The rest of it, as sent.")
    name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True, default="", help_text="The volunteer's.")
    note = models.CharField(max_length=MAX_NOTE_LENGTH, blank=True, default="")

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["phone", "seq"], name="one_entry_per_seq"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="entry_seq_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.seq} of phone {self.phone_id}"

    @property
    def happened_at(self) -> datetime:
        """By the shop's clock, and never in the future."""
        return min(self.at + timedelta(milliseconds=self.offset_ms), self.received_at)


class UnusableEntry(models.Model):
    """What a phone sent and the shop can't use, as it was sent, because cash may have been taken for it.

    Organizers see it with its amount. `sent` and the name are erased 30 days after the date, with the digest of `sent`.
    """

    door = models.ForeignKey(Door, on_delete=models.PROTECT, related_name="unusable_entries")
    phone = models.ForeignKey(
        Phone,
        on_delete=models.PROTECT,
        related_name="unusable_entries",
        db_index=False,
        help_text="The phone that sent it.",
    )
    digest = models.CharField(
        max_length=64, blank=True, editable=False, help_text="By which it is known if it is sent again."
    )
    code = models.CharField(max_length=13, help_text="Why it can't be used, as the phone was told.")
    amount = money(null=True, blank=True, help_text="Of cash, if it is an amount.")
    sent = models.TextField(blank=True, help_text=f"JSON, cut off after {MAX_SENT_LENGTH} characters.")
    name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True, help_text="The volunteer's.")
    received_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "unusable entries"
        constraints = [
            models.UniqueConstraint(
                fields=["phone", "digest"], condition=~Q(digest=""), name="one_unusable_entry_per_digest"
            ),
        ]

    def __str__(self) -> str:
        return f"Unusable entry {self.pk} ({self.code})"
