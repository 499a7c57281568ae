"""The door of a date: its links and phones, the log of who came in, and the cash."""

import json
from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.functional import cached_property

from bookings.models import Booking, Pass
from bookings.pass_codes import HASH_LENGTH
from charityshop.db.columns import money, public_id_field
from events.models import COMES_BEFORE_START, Occurrence, is_before_move
from orders.models import Order
from payments.models import Refund

OPEN_AFTER_END = timedelta(hours=6)  # links, PINs and phones are valid until then
SENDS_AFTER_LINK = timedelta(days=30)  # phones delete what they could not send until then
MAX_NAME_LENGTH = 40


class DoorQuerySet(models.QuerySet["Door"]):
    def current(self) -> Self:
        """Leave out doors of evenings on which their dates were to be before they moved."""
        early = Q(closed_at__lt=F("occurrence__starts_at") - COMES_BEFORE_START)
        return self.exclude(is_before_move("created_at", "occurrence") & early)

    def get_of_date(self, date: Occurrence) -> "Door | None":
        """Return the door of this date, whose evening may be over, or None if it was never opened."""
        return self.current().filter(occurrence=date).select_related("occurrence__event").order_by("pk").last()


class Door(models.Model):
    """The door of one date on one evening. Closing it ends its links; phones can still send what they recorded.

    A date that moved to another day gets a new door once this one is closed: with its own log and drawer. Until then,
    the log goes on, and nobody is inside.
    """

    public_id = public_id_field()
    occurrence = models.ForeignKey(Occurrence, on_delete=models.PROTECT, related_name="doors", verbose_name="date")
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    objects = DoorQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["occurrence"], condition=Q(closed_at=None), name="one_open_door_per_date"),
            models.CheckConstraint(
                condition=Q(closed_at=None, closed_by=None) | Q(closed_at__isnull=False, closed_by__isnull=False),
                name="a_closed_door_says_who",
            ),
        ]

    def __str__(self) -> str:
        return f"Door of {self.occurrence}"

    @property
    def ends_at(self) -> datetime:
        """When its links, PINs and phones are no longer valid."""
        return self.occurrence.ends_at + OPEN_AFTER_END

    @cached_property
    def evening_begins_at(self) -> datetime | None:
        """When its date moved to its evening, if it did. One query."""
        moves = self.occurrence.history.to_another_evening()
        return moves.order_by("at").values_list("at", flat=True).last()

    @property
    def is_former(self) -> bool:
        """Whether its date has moved to another day since it was opened, and it was closed before that day."""
        closed_at = self.closed_at
        if closed_at is None or closed_at >= self.occurrence.starts_at - COMES_BEFORE_START:
            return False
        return self.evening_begins_at is not None and self.created_at < self.evening_begins_at

    @property
    def is_canceled(self) -> bool:
        """Whether its date doesn't take place, even if visitors were not told."""
        return not self.occurrence.takes_place

    @property
    def has_open_drawer(self) -> bool:
        """Whether its cash has to be counted. An open door can't be closed before."""
        drawer = getattr(self, "drawer", None)
        return self.closed_at is None and drawer is not None and drawer.closed_at is None

    @property
    def takes_entries_until(self) -> datetime:
        """Until when phones can send what they recorded before their links ended."""
        return self.ends_at + SENDS_AFTER_LINK


class DoorLink(models.Model):
    """A link with a PIN, which signs phones in. Neither the key nor the PIN is stored."""

    class Role(models.TextChoices):
        DOOR = "door"
        TILL = "till"
        TABLES = "tables"  # keeps the tournament of the date

    public_id = public_id_field()
    door = models.ForeignKey(Door, on_delete=models.PROTECT, related_name="links")
    role = models.CharField(max_length=6, choices=Role)
    key_hash = models.CharField(max_length=64, editable=False)
    pin_hmac = models.CharField(max_length=64, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["key_hash"], name="link_key_is_unique")]

    def __str__(self) -> str:
        return f"Link {self.public_id} ({self.role})"

    @property
    def ends_at(self) -> datetime:
        """It follows its date, which may move after the link was sent to somebody."""
        return self.door.ends_at

    def is_valid(self, now: datetime) -> bool:
        """Return whether phones can use it: a till even after its end, as long as its drawer has to be counted."""
        if self.revoked_at is not None:
            return False
        return self.ends_at > now or (self.role == self.Role.TILL and self.door.has_open_drawer)


class Phone(models.Model):
    """A volunteer's phone at one date, or with no link the staff's own entries. Its cookies' values are hashed."""

    public_id = public_id_field()
    door = models.ForeignKey(Door, on_delete=models.PROTECT, related_name="phones", db_index=False)
    link = models.ForeignKey(DoorLink, on_delete=models.PROTECT, null=True, blank=True, related_name="phones")
    uuid = models.UUIDField(help_text="The phone's own ID.")
    name = models.CharField(max_length=MAX_NAME_LENGTH, blank=True, help_text="The volunteer's first name.")
    token_hash = models.CharField(
        max_length=64, null=True, blank=True, unique=True, editable=False, help_text="Empty: it is signed out."
    )
    secret_hash = models.CharField(
        max_length=64,
        blank=True,
        default="",
        editable=False,
        help_text="By this secret, the phone proves that the number is its own. It outlives links.",
    )
    queued = models.PositiveIntegerField(default=0, help_text="Entries that it still had to send.")
    allotted = models.OneToOneField(
        Booking,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="phone",
        help_text="Keeps seats, so that it can sell them without a connection. They may be sold, or its time over.",
    )

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["door", "uuid"], name="one_phone_per_door")]

    def __str__(self) -> str:
        """Omit the name, because the audit log stores this string."""
        return f"Phone {self.public_id}"

    @property
    def is_signed_in(self) -> bool:
        return self.token_hash is not None


class SignIn(models.Model):
    """When a phone signed in, and with which link. It says what a phone was when it made an entry."""

    phone = models.ForeignKey(Phone, on_delete=models.PROTECT, related_name="sign_ins")
    link = models.ForeignKey(DoorLink, on_delete=models.PROTECT, related_name="sign_ins")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.phone} with {self.link}"


# --- The log. Entries are facts: they are never changed, and conflicts between them are derived ----------------------

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

    @property
    def seats(self) -> int | None:
        """How many guests it is about, or None if it says no number, was cut off or erased."""
        try:
            found = json.loads(self.sent)["seats"]
        except (ValueError, KeyError):
            return None
        return found if type(found) is int and found > 0 else None


# --- The drawer, and what moved in and out of it ----------------------------------------------------------------------

MAX_REASON_LENGTH = 200


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
