"""Months of the public ledger, and their entries."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from charityshop.db.columns import money, public_id_field

MAX_TEXT_LENGTH = 200


class Month(models.Model):
    """A month that has entries, or that is closed. Triggers refuse every change of a closed month."""

    first_day = models.DateField(unique=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    digest = models.CharField(
        max_length=64, blank=True, help_text="A hash of what was compared with PayPal when the month was closed."
    )
    journal = models.TextField(blank=True, editable=False, help_text="The rows of journal.csv, as JSON.")

    class Meta:
        ordering = ["-first_day"]
        constraints = [
            models.CheckConstraint(
                condition=Q(closed_at=None, closed_by=None, digest="", journal="")
                | (Q(closed_at__isnull=False, closed_by__isnull=False) & ~Q(digest="") & ~Q(journal="")),
                name="a_closed_month_says_who",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_day:%B %Y}{' (closed)' if self.closed_at else ''}"


class Entry(models.Model):
    """A line of a month. Derived lines come from payments and refunds, and are stored when the month is closed."""

    class Kind(models.TextChoices):
        TICKETS = "tickets"  # without sales tax
        GIFTS = "gifts"
        SHIPPING = "shipping"
        RETURN_FEES = "return_fees"  # kept from refunds
        REFUNDS = "refunds"  # without sales tax
        FEES = "fees"  # of PayPal
        SALES_TAX = "sales_tax"  # set aside; not part of the balance
        COST = "cost"
        PAID_OUT = "paid_out"  # to the charity
        TRANSFER = "transfer"  # from PayPal to the bank; not part of the balance
        OTHER = "other"

    ENTERED = (Kind.COST, Kind.PAID_OUT, Kind.TRANSFER, Kind.OTHER)  # by staff

    public_id = public_id_field()
    month = models.ForeignKey(Month, on_delete=models.PROTECT, related_name="entries")
    date = models.DateField()
    kind = models.CharField(max_length=11, choices=Kind)
    amount = money(help_text="Fees, refunds, costs and what was paid out are positive and lower the balance.")
    text = models.CharField(max_length=MAX_TEXT_LENGTH)
    receipt = models.CharField(max_length=100, blank=True, help_text="The image's name in the storage.")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Empty: derived from the shop's payments and refunds.",
    )
    corrects = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="corrections",
        help_text="The line of a closed month that this one corrects.",
    )
    derived = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["date", "pk"]
        verbose_name_plural = "entries"
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="entry_has_an_amount"),
            models.CheckConstraint(
                condition=Q(derived=True, by=None, corrects=None, receipt="") | Q(derived=False, by__isnull=False),
                name="an_entered_entry_says_who",
            ),
            models.CheckConstraint(
                condition=Q(derived=False, kind__in=["cost", "paid_out", "transfer", "other"])
                | Q(derived=True)
                & Q(kind__in=["tickets", "gifts", "shipping", "return_fees", "refunds", "fees", "sales_tax"]),
                name="entry_kind_fits_its_source",
            ),
            models.UniqueConstraint(
                fields=["month", "kind"], condition=Q(derived=True), name="one_derived_entry_per_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.amount} on {self.date}"
