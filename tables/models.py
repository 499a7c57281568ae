"""The tournament of a date: its settings, its players, and what players reported.

All else about it are entries of the door's log, which phones number and send: pairings, results, who left. Who is
paired and the standings are computed by phones and never stored.
"""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone

from bookings.models import Pass
from charityshop.db.columns import public_id_field
from door.models import Door, DoorEntry, Phone


class Tournament(models.Model):
    """The tournament of a date. One phone at a time writes: the one that holds the lease, by its `generation`."""

    class Format(models.TextChoices):
        SWISS = "swiss"
        DRAFT = "draft"
        COMMANDER = "commander"

    public_id = public_id_field()
    door = models.OneToOneField(Door, on_delete=models.PROTECT, related_name="tournament")
    format = models.CharField(max_length=9, choices=Format)
    planned_rounds = models.PositiveIntegerField(null=True, blank=True, help_text="Empty: as many as phones propose.")
    minutes = models.PositiveIntegerField(help_text="Of a round.")
    whole_room = models.BooleanField(default=False, help_text="Of a draft: matches are not only inside the pods.")
    points = models.BooleanField(help_text="Whether points are counted, in a format that can do without.")
    seed = models.PositiveIntegerField(help_text="With which phones draw the first pairing.")
    generation = models.PositiveIntegerField(default=0, help_text="How often a phone took over.")
    writer = models.ForeignKey(
        Phone, on_delete=models.PROTECT, null=True, blank=True, related_name="+", help_text="The phone that writes."
    )
    writer_since = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    is_hidden = models.BooleanField(default=False, help_text="Whether only staff see it once it is over.")
    version = models.PositiveIntegerField(default=1, help_text="Grows with every change, for the ETag.")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(generation=0, writer=None, writer_since=None)
                | Q(generation__gte=1, writer__isnull=False, writer_since__isnull=False),
                name="a_lease_has_a_writer",
            ),
        ]

    def __str__(self) -> str:
        return f"Tournament {self.public_id} ({self.format})"

    def get_end(self, now: datetime | None = None) -> datetime | None:
        """Return when it ended: even if nobody has said so, once phones can no longer keep it. None: it goes on."""
        ends_at = (self.door.is_former and self.door.closed_at) or self.door.ends_at
        return self.ended_at or (ends_at if ends_at <= (now or timezone.now()) else None)

    def is_public(self, now: datetime) -> bool:
        """Return whether everybody may see it. Players need it until it is over."""
        return not (self.is_hidden and self.get_end(now))


class Player(models.Model):
    """A seat that plays. Its name is that of its ticket, unless the scorekeeper typed one, which is in the log."""

    public_id = public_id_field()
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="players")
    ticket = models.ForeignKey(
        Pass, on_delete=models.PROTECT, null=True, blank=True, related_name="players", help_text="Empty: a walk-in."
    )
    plus = models.PositiveIntegerField(default=0, help_text='The 2 of "Maya R. +2": her seats before this one.')
    entry = models.OneToOneField(
        DoorEntry,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="player",
        help_text="By which the scorekeeper added it. Empty: it was inside when the tournament was created.",
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        """Omit the name, because the audit log stores this string."""
        return f"Player {self.public_id}"


class Report(models.Model):
    """What a player reported about a table. The last one of each player counts, until the writer enters a result."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="reports")
    pairing = models.ForeignKey(
        DoorEntry,
        on_delete=models.PROTECT,
        related_name="reports",
        help_text="The entry with the pairing, because a round may be paired again.",
    )
    table = models.PositiveIntegerField()
    result = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Report {self.pk} about table {self.table}"
