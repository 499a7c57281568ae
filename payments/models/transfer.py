"""The journal of money: each row moves an amount from one account to another, and is never changed."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from charityshop.db.columns import money
from orders.models.order import Order
from orders.models.order_line import OrderLine
from payments.accounts import Account
from payments.models.ledger_entry import LedgerEntry
from payments.models.payment import Payment, Refund

ACCOUNTS = [
    (account.value, account.value.replace("_", " ").capitalize().replace("Paypal", "PayPal")) for account in Account
]
OWED = Account.OWED.value


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
    number = models.PositiveIntegerField(help_text="From 1, among the rows of its payment, refund or entry.")
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
