"""What was taken off the list price of an order's lines."""

from django.db import models
from django.db.models import Q

from charityshop.db.columns import money
from discounts.models import Membership, Voucher
from orders.models.order_line import OrderLine


class AppliedDiscount(models.Model):
    """An amount that a membership or a voucher took off a line when it was sold. Never changes.

    A line's discounts and its `line_price` add up to its list price.
    """

    class Kind(models.TextChoices):
        MEMBER = "member"
        VOUCHER = "voucher"

    line = models.ForeignKey(  # without an index of its own, since the constraint's index starts with it
        OrderLine, on_delete=models.PROTECT, related_name="discounts", db_index=False
    )
    kind = models.CharField(max_length=7, choices=Kind)
    voucher = models.ForeignKey(Voucher, on_delete=models.PROTECT, null=True, blank=True, related_name="discounts")
    membership = models.ForeignKey(
        Membership, on_delete=models.PROTECT, null=True, blank=True, related_name="discounts"
    )
    seats = models.PositiveIntegerField(help_text="How many of the line's seats cost less.")
    amount = money()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["line", "kind"], name="one_discount_per_line_and_kind"),
            models.CheckConstraint(condition=Q(amount__gt=0, seats__gte=1), name="a_discount_takes_something_off"),
            models.CheckConstraint(
                condition=Q(kind="member", membership__isnull=False, voucher=None)
                | Q(kind="voucher", voucher__isnull=False, membership=None),
                name="a_discount_has_one_source",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} off {self.line} ({self.kind})"

    @property
    def label(self) -> str:
        """What buyers read, such as "Code SPRING"."""
        return f"Code {self.voucher.code}" if self.voucher else "Member price"
