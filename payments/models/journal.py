"""The journal of money: rows, what staff enter, and what is closed.

Each row moves an amount from one account to another, and is never changed.
"""

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from charityshop.db.columns import money, public_id_field
from events.models import Occurrence
from orders.models.order import Order
from orders.models.order_line import OrderLine
from payments.accounts import Account
from payments.models.payment import Payment, Refund

MAX_TEXT_LENGTH = 200


MAX_LINE_ID_LENGTH = 60


ACCOUNTS = [
    (account.value, account.value.replace("_", " ").capitalize().replace("Paypal", "PayPal")) for account in Account
]


OWED = Account.OWED.value


class LedgerEntry(models.Model):
    """What staff entered: money that moved between two accounts. Amount, day and accounts are those of its rows.

    Triggers refuse changes once its month is closed, but for emptying its texts.
    """

    class Kind(models.TextChoices):
        COST = "cost"
        PAID_OUT = "paid_out"  # to the charity
        TRANSFER = "transfer", "Moved"  # between PayPal, bank and cash
        TAX_PAID = "tax_paid", "Sales tax paid"  # to the state
        OTHER = "other"

    public_id = public_id_field()
    kind = models.CharField(max_length=8, choices=Kind)
    text = models.CharField(max_length=MAX_TEXT_LENGTH)
    receipt = models.CharField(max_length=100, blank=True, help_text="The image's name in the storage.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    corrects = models.CharField(
        max_length=MAX_LINE_ID_LENGTH, blank=True, help_text="The ID of the ledger's line that this one corrects."
    )
    occurrence = models.ForeignKey(
        Occurrence,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="ledger_entries",
        verbose_name="date",
        help_text="The event's date that a cost is of. Empty: of none.",
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "ledger entries"
        constraints = [
            models.CheckConstraint(condition=Q(kind="cost") | Q(occurrence=None), name="only_a_cost_is_of_a_date"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.public_id}"


class Transfer(models.Model):
    """An amount that is debited to one account and credited to another one. Triggers refuse every change.

    A mistake is corrected by another row. What a payment, refund or entry is for is the sum of its rows.
    """

    day = models.DateField(help_text="The day that the books count it on, in the shop's time zone.")
    debit = models.CharField(max_length=11, choices=ACCOUNTS)
    credit = models.CharField(max_length=11, choices=ACCOUNTS)
    amount = money()
    order = models.ForeignKey(
        Order, on_delete=models.PROTECT, null=True, related_name="transfers", help_text="Empty: nobody's order."
    )
    line = models.ForeignKey(
        OrderLine,
        on_delete=models.PROTECT,
        null=True,
        related_name="transfers",
        help_text="The seats that it is for. Shipping and the order's gift are with the first line.",
    )
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, null=True, related_name="transfers", db_index=False)
    refund = models.ForeignKey(
        Refund,
        on_delete=models.PROTECT,
        null=True,
        related_name="transfers",
        db_index=False,
        help_text="Of the payment.",
    )
    entry = models.ForeignKey(
        LedgerEntry, on_delete=models.PROTECT, null=True, related_name="transfers", db_index=False
    )
    number = models.PositiveIntegerField(
        help_text="Unique among the rows of its payment, refund or entry: nothing is posted twice."
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="transfer_is_positive"),
            models.CheckConstraint(condition=~Q(debit=F("credit")), name="transfer_has_two_accounts"),
            models.CheckConstraint(
                condition=Q(payment__isnull=False, entry=None)
                | Q(payment=None, refund=None, order=None, line=None, entry__isnull=False),
                name="a_transfer_has_one_source",
            ),
            models.UniqueConstraint(
                fields=["payment", "number"], condition=Q(refund=None), name="one_transfer_per_number_of_a_payment"
            ),
            models.UniqueConstraint(fields=["refund", "number"], name="one_transfer_per_number_of_a_refund"),
            models.UniqueConstraint(fields=["entry", "number"], name="one_transfer_per_number_of_an_entry"),
        ]
        indexes = [
            models.Index(fields=["day"], name="transfer_by_day"),
            models.Index(fields=["payment"], name="transfer_owed", condition=Q(debit=OWED) | Q(credit=OWED)),
        ]

    def __str__(self) -> str:
        return f"{self.debit} ← {self.credit} {self.amount} on {self.day}"


class ClosedMonthQuerySet(models.QuerySet["ClosedMonth"]):
    def get_last_day(self) -> date | None:
        """Return through which day the journal is closed. None: no month is closed yet."""
        return self.order_by("last_day").values_list("last_day", flat=True).last()


class ClosedMonth(models.Model):
    """A month that is closed. Triggers refuse every change of it, and rows of the journal on its days and before.

    It is here because the ledger, which closes months, may import payments, but not the other way around.
    """

    last_day = models.DateField(unique=True)
    closed_at = models.DateTimeField()
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    digest = models.CharField(
        max_length=64, help_text="A hash of its transfers, and one of what was compared with PayPal."
    )

    objects = ClosedMonthQuerySet.as_manager()

    class Meta:
        ordering = ["-last_day"]

    def __str__(self) -> str:
        return f"{self.last_day:%B %Y}"


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
