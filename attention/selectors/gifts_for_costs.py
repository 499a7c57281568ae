"""Say when gifts pay for costs."""

from collections.abc import Iterator
from decimal import Decimal

from django.conf import settings
from django.utils import timezone

from attention.selectors.attention_item import AttentionItem, build_item
from charityshop.money import format_dollars
from events.datetimes import get_day_bounds
from giving.selectors import find_current_goal, list_rows_of_season
from payments.selectors.sums import sum_rows


def list_seasons_on_gifts() -> Iterator[AttentionItem]:
    """Yield the current season if it cost more than its tickets brought. Donors read that costs come off tickets."""
    goal = find_current_goal(timezone.localdate())
    if goal is None or goal.starts_on is None:
        return
    rows = list_rows_of_season(goal)
    costs, of_seats = sum_rows(rows).costs, sum_rows(rows.filter(line__isnull=False))
    tickets = of_seats.received - of_seats.gifts
    if costs > max(tickets, Decimal(0)):
        message = (
            f"Gifts are paying for costs: {goal.title} cost {format_dollars(costs)}, and its tickets brought "
            f"{format_dollars(tickets)} after refunds and PayPal's fees. Donors read that costs come off tickets."
        )
        since = get_day_bounds(goal.starts_on)[0]
        yield build_item(
            "gifts_pay_costs", None, None, message, since=since, amount=costs - tickets, currency=settings.CURRENCY
        )
