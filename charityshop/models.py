"""What every app shares and the database has to remember."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from charityshop.public_id import public_id_field


class Counter(models.Model):
    """How often something happened in one window of time; `key` is a hash, so the table names nobody."""

    key = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField(default=0)
    ends_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key[:8]}: {self.count} until {self.ends_at:%H:%M}"


class OutgoingMail(models.Model):
    """A mail, written in the transaction of what it tells about; `charityshop.outbox` sends it after."""

    public_id = public_id_field()
    kind = models.CharField(max_length=40, help_text="What it tells about, such as order_paid.")
    to = models.EmailField(max_length=254)
    subject = models.CharField(max_length=250)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    attachments = models.JSONField(default=list, blank=True, help_text="Name, type and base64 content of each file.")
    is_secret = models.BooleanField(
        default=False, help_text="Carries a link that opens an account: shown to nobody, and forgotten once sent."
    )
    created_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True, help_text="Empty: it was sent, or given up.")
    give_up_at = models.DateTimeField(help_text="After this it is of no use to anybody.")
    sent_at = models.DateTimeField(null=True, blank=True)
    last_problem = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["-public_id"]
        indexes = [
            # Looking for what is due reads this and nothing else; it stays as small as what waits.
            models.Index(fields=["next_try_at"], condition=Q(next_try_at__isnull=False), name="mail_due"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} to {self.to} ({self.state})"

    @property
    def state(self) -> str:
        """sent, waiting or given up."""
        if self.next_try_at:
            return "waiting"
        return "sent" if self.sent_at else "given up"
