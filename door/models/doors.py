"""The door of a date, the links that open it, and the phones that work there."""

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from charityshop.db.columns import public_id_field
from events.models import Occurrence

OPEN_AFTER_END = timedelta(hours=6)  # links, PINs and phones are valid until then
SENDS_AFTER_LINK = timedelta(days=30)  # phones delete what they could not send until then
CLOSES_BEFORE_START = timedelta(hours=3)  # a door that was closed earlier was for another evening: its date moved
MAX_NAME_LENGTH = 40


class DoorQuerySet(models.QuerySet["Door"]):
    def current(self) -> Self:
        """Leave out doors of evenings on which their dates were to be before they moved."""
        return self.exclude(closed_at__lt=F("occurrence__starts_at") - CLOSES_BEFORE_START)

    def get_of_date(self, date: Occurrence) -> "Door | None":
        """Return the door of this date, whose evening may be over, or None if it was never opened."""
        return self.current().filter(occurrence=date).select_related("occurrence__event").order_by("pk").last()


class Door(models.Model):
    """The door of one date on one evening. Closing it ends its links; phones can still send what they recorded.

    A date whose door was closed before it moved to another day gets a new door: with its own log and drawer.
    """

    public_id = public_id_field()
    occurrence = models.ForeignKey(Occurrence, on_delete=models.PROTECT, related_name="doors")
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

    @property
    def is_former(self) -> bool:
        """Whether its evening was over before its date moved to another day. See `DoorQuerySet.current`."""
        return self.closed_at is not None and self.closed_at < self.occurrence.starts_at - CLOSES_BEFORE_START

    @property
    def is_canceled(self) -> bool:
        """Whether its date doesn't take place, even if visitors were not told."""
        return self.occurrence.status != Occurrence.Status.SCHEDULED

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
