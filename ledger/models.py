"""Closed months of the ledger. What staff enter, and what the shop posts, are in the journal (`orders`)."""

from django.conf import settings
from django.db import models


class Month(models.Model):
    """A month that is closed. Triggers refuse every change."""

    first_day = models.DateField(unique=True)
    closed_at = models.DateTimeField()
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    digest = models.CharField(
        max_length=64, help_text="A hash of its transfers, and one of what was compared with PayPal."
    )

    class Meta:
        ordering = ["-first_day"]

    def __str__(self) -> str:
        return f"{self.first_day:%B %Y}"
