"""What staff enter in the ledger. Its amount and day are those of its rows in the journal."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from charityshop.db.columns import public_id_field
from payments.accounts import Account

MAX_TEXT_LENGTH = 200
MAX_LINE_ID_LENGTH = 60


class LedgerEntry(models.Model):
    """A cost, a payout, a transfer to the bank, or another amount.

    Triggers refuse changes once its month is closed, but for emptying its texts.
    """

    class Kind(models.TextChoices):
        COST = "cost"
        PAID_OUT = "paid_out"  # to the charity
        TRANSFER = "transfer"  # from PayPal to the bank; not part of the balance
        OTHER = "other"

    public_id = public_id_field()
    kind = models.CharField(max_length=8, choices=Kind)
    account = models.CharField(
        max_length=6,
        choices=[(account.value, account.value) for account in (Account.PAYPAL, Account.CASH, Account.BANK)],
        help_text="Where the money came from, or went for other amounts.",
    )
    text = models.CharField(max_length=MAX_TEXT_LENGTH)
    receipt = models.CharField(max_length=100, blank=True, help_text="The image's name in the storage.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    corrects = models.CharField(
        max_length=MAX_LINE_ID_LENGTH, blank=True, help_text="The ID of the ledger's line that this one corrects."
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "ledger entries"
        constraints = [
            models.CheckConstraint(condition=~Q(kind="transfer") | Q(account="paypal"), name="a_transfer_is_of_paypal"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.public_id}"


ENTERED_ON = {  # by kind: the account that says what the money is for
    LedgerEntry.Kind.COST: Account.COSTS,
    LedgerEntry.Kind.PAID_OUT: Account.PAID_OUT,
    LedgerEntry.Kind.TRANSFER: Account.BANK,
    LedgerEntry.Kind.OTHER: Account.OTHER,
}
PAID_FROM = {  # by kind, unless the entry explains a line of PayPal's report: then it is PayPal
    LedgerEntry.Kind.COST: Account.BANK,
    LedgerEntry.Kind.PAID_OUT: Account.BANK,
    LedgerEntry.Kind.TRANSFER: Account.PAYPAL,
    LedgerEntry.Kind.OTHER: Account.CASH,
}
