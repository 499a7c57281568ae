"""The outbox: what waits to be sent by email or to Discord, and what was sent."""

from dataclasses import asdict, is_dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils import timezone

from charityshop.db.columns import public_id_field


class PlainJSONEncoder(DjangoJSONEncoder):
    """Store dataclasses as objects."""

    def default(self, o: Any) -> Any:
        return asdict(o) if is_dataclass(o) and not isinstance(o, type) else super().default(o)


class Outgoing(models.Model):
    """An email or a post to the club's Discord channel, written when it is sent.

    It is stored in the transaction of the change that it reports.
    """

    class Channel(models.TextChoices):
        MAIL = "mail"
        DISCORD = "discord"

    public_id = public_id_field()
    channel = models.CharField(max_length=7, choices=Channel.choices)
    kind = models.CharField(max_length=40, help_text="What it reports, such as order_paid.")
    to = models.EmailField(max_length=254, blank=True, default="", help_text="Empty: it is a post.")
    about = models.CharField(
        max_length=40, blank=True, default="", help_text="What it is about, which is looked up when it is sent."
    )
    data = models.JSONField(default=dict, blank=True, encoder=PlainJSONEncoder, help_text="What it says of the past.")
    # No foreign key: this package may not import accounts, and messages outlive a deleted account for a while.
    owner_id = models.BigIntegerField(
        "account", null=True, blank=True, help_text="The ID of the account that it belongs to. Empty: none."
    )
    subject = models.CharField(max_length=250, blank=True, default="", help_text="As it was last written.")
    text = models.TextField(blank=True, default="", help_text="As it was last written.")
    is_secret = models.BooleanField(
        default=False, help_text="Contains a link that gives access to an account: never shown, and erased once sent."
    )
    created_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True, help_text="Empty: it was sent, or given up.")
    give_up_at = models.DateTimeField(help_text="It is not sent after this time.")
    sent_at = models.DateTimeField(null=True, blank=True)
    last_problem = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        verbose_name = "outgoing message"
        ordering = ["-public_id"]
        indexes = [
            # A partial index for finding due messages; it contains only those that are still waiting.
            models.Index(fields=["next_try_at"], condition=Q(next_try_at__isnull=False), name="message_due"),
            models.Index(fields=["owner_id"], name="message_by_owner"),
            # Emails that nobody gets twice are found among the last days' of their kind.
            models.Index(fields=["kind", "created_at"], name="message_by_kind"),
        ]

    def __str__(self) -> str:
        """Omit the address, because the audit log stores this string for longer than the message exists."""
        return f"{self.kind} {self.public_id} ({self.state})"

    @property
    def state(self) -> str:
        """Return "sent", "waiting" or "given up"."""
        if self.next_try_at:
            return "waiting"
        return "sent" if self.sent_at else "given up"
