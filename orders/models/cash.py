"""Cash for orders that are sold at the door."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from charityshop.db.columns import money
from orders.models.order import Order


class CashPayment(models.Model):
    """The cash that paid an order. Its refunds are given back from a drawer, never by PayPal."""

    order = models.OneToOneField(Order, on_delete=models.PROTECT, related_name="cash_payment")
    amount = money(help_text="What the order cost.")
    given = money(help_text="What the buyer gave. The difference is their change.")
    created_at = models.DateTimeField(default=timezone.now)
    booked_on = models.DateField(help_text="The day that the books count it on, in the shop's time zone.")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="cash_is_positive"),
            models.CheckConstraint(condition=Q(given__gte=F("amount")), name="cash_given_covers_it"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} in cash for {self.order_id}"
