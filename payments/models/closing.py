"""Through which month the books are closed, and staff's explanations of lines of PayPal's transaction report."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class Books(models.Model):
    """Through which day the books are closed. A single row.

    Closing a month locks it, and so does booking a payment or refund into an earlier month. It is here because the
    ledger, which closes months, may import orders, but not the other way around.
    """

    ONLY = 1  # the primary key

    through = models.DateField(null=True, blank=True, help_text="The last closed day. Empty: no month is closed yet.")

    class Meta:
        verbose_name_plural = "books"
        constraints = [models.CheckConstraint(condition=Q(pk=1), name="books_closed_is_one_row")]

    def __str__(self) -> str:
        return f"Closed through {self.through}"


class SettlementExplanation(models.Model):
    """Why a line of PayPal's report, or a payment that it lacks, differs from the shop's record.

    It is here, and not in the ledger, so that the nightly comparison doesn't report explained lines again.
    """

    paypal_id = models.CharField(max_length=64, help_text="Of the capture, refund or other movement at PayPal.")
    text = models.CharField(max_length=200)
    entry = models.CharField(
        max_length=24, blank=True, help_text="The ID of the ledger's entry that has the amount. Empty: none."
    )
    closed_month = models.DateField(
        null=True, blank=True, help_text="The first day of the closed month that it belongs to. Empty: it may change."
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["paypal_id"], name="one_explanation_per_paypal_id")]

    def __str__(self) -> str:
        """Omit the text, because the audit log stores this string."""
        return f"Explanation of {self.paypal_id}"
