"""Goals: what the club wants to raise on an event's dates, or in a season."""

from decimal import Decimal

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from charityshop.db.columns import optional_money, public_id_field
from events.models import Event


class Goal(models.Model):
    """What to raise, and what it pays for, such as school lunches at $1.80 each."""

    public_id = public_id_field()
    title = models.CharField(max_length=120)
    event = models.ForeignKey(
        Event, on_delete=models.PROTECT, null=True, blank=True, related_name="goals", help_text="Empty: for a season."
    )
    starts_on = models.DateField(null=True, blank=True, help_text="The first day of the season.")
    ends_on = models.DateField(null=True, blank=True, help_text="The last day of the season.")
    target = optional_money(help_text="USD for the charity. Empty: the page shows only how much it is so far.")
    unit_name = models.CharField(max_length=80, blank=True, help_text="What the money buys, such as school lunches.")
    unit_cost = optional_money(help_text="USD for one.")
    source = models.CharField(max_length=200, blank=True, help_text="Who says what one costs.")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-public_id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(event__isnull=False, starts_on=None, ends_on=None)
                | Q(event=None, starts_on__isnull=False, ends_on__isnull=False),
                name="goal_is_for_an_event_or_a_season",
            ),
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="goal_season_ends_after_start"),
            models.CheckConstraint(condition=Q(target__gt=0), name="goal_target_is_positive"),
            models.CheckConstraint(
                condition=Q(unit_name="", unit_cost=None)
                | (~Q(unit_name="") & Q(unit_cost__isnull=False, unit_cost__gt=0)),
                name="goal_unit_has_a_name_and_a_cost",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def count_units(self, amount: Decimal) -> int:
        """Return how many whole units an amount pays for. Without units, none."""
        return max(0, int(amount / self.unit_cost)) if self.unit_cost else 0
