"""Who may pay less: holders of discount codes, and members of the club. Orders store what was taken off.

Uses are counted from the orders, never stored here.
"""

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper
from django.utils import timezone

from charityshop.db.columns import public_id_field
from events.models import Event

MIN_CODE_LENGTH, MAX_CODE_LENGTH = 4, 32
MAX_NUMBER_LENGTH = 32


class Voucher(models.Model):
    """A code that takes something off an order. One that was used is turned off, never deleted."""

    class Kind(models.TextChoices):
        PERCENT = "percent"  # of each line
        AMOUNT = "amount"  # of the order
        PRICE = "price"  # of each seat, if it is lower
        FREE_SEATS = "free_seats"  # the most expensive ones

    public_id = public_id_field()
    code = models.CharField(max_length=MAX_CODE_LENGTH, help_text="In upper case. What buyers enter, in any case.")
    kind = models.CharField(max_length=10, choices=Kind)
    value = models.DecimalField(
        max_digits=8, decimal_places=2, help_text="Percent, USD off, USD a seat or a number of seats, by kind."
    )
    max_uses = models.PositiveIntegerField(null=True, blank=True, help_text="Orders. Empty: any number.")
    per_person = models.PositiveIntegerField(null=True, blank=True, help_text="Orders of one account. Empty: any.")
    valid_from = models.DateField(null=True, blank=True, help_text="The first day on which it can be used.")
    valid_until = models.DateField(null=True, blank=True, help_text="The last day.")
    events = models.ManyToManyField(
        Event, blank=True, related_name="vouchers", help_text="It is for seats of these events. Empty: of all."
    )
    formats = models.JSONField(
        default=list, blank=True, help_text="It is for events of these formats. Empty: of all formats."
    )
    dates_from = models.DateField(null=True, blank=True, help_text="The first day whose dates it is for.")
    dates_to = models.DateField(null=True, blank=True, help_text="The last day.")
    off = models.BooleanField(default=False, help_text="Turned off by staff: buyers read that it is unknown.")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "discount code"
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["code"], name="one_voucher_per_code"),
            models.CheckConstraint(condition=Q(code=Upper("code")), name="voucher_code_is_in_upper_case"),
            models.CheckConstraint(
                condition=Q(kind="percent", value__range=(1, 100))
                | Q(kind="amount", value__gt=0)
                | Q(kind="price", value__gte=0)
                | Q(kind="free_seats", value__gte=1),
                name="voucher_value_fits_its_kind",
            ),
            models.CheckConstraint(
                condition=Q(max_uses=None) | Q(max_uses__gte=1), name="voucher_can_be_used_once_or_more"
            ),
            models.CheckConstraint(
                condition=Q(per_person=None) | Q(per_person__gte=1), name="voucher_can_be_used_by_a_person"
            ),
            models.CheckConstraint(
                condition=Q(valid_from=None) | Q(valid_until=None) | Q(valid_until__gte=F("valid_from")),
                name="voucher_ends_after_its_start",
            ),
            models.CheckConstraint(
                condition=Q(dates_from=None) | Q(dates_to=None) | Q(dates_to__gte=F("dates_from")),
                name="voucher_is_for_some_dates",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Membership(models.Model):
    """A member of the club, from the club's own list. An account is linked to it once, by number and email address."""

    number = models.CharField(max_length=MAX_NUMBER_LENGTH)
    email = models.EmailField(max_length=254, blank=True, help_text="In lower case. Empty: the account was deleted.")
    valid_from = models.DateField(default=timezone.localdate)
    valid_until = models.DateField(help_text="The last day.")
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="membership"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["number"], name="one_membership_per_number"),
            models.CheckConstraint(
                condition=Q(valid_until__gte=F("valid_from")), name="membership_ends_after_its_start"
            ),
        ]

    def __str__(self) -> str:
        return f"Member {self.number}"

    def is_valid_on(self, day: date) -> bool:
        return self.valid_from <= day <= self.valid_until
