"""Create the demo's goals, which thank-you emails and the ledger's months are about."""

from datetime import timedelta
from decimal import Decimal

from django.utils import timezone

from accounts.models import User
from charityshop.db.transactions import in_one_transaction
from charityshop.models import ShopSettings
from demo.data import DATA
from events.models import Event
from giving.models import Goal
from giving.services import create_goal
from ledger.calendar import LedgerMonth


@in_one_transaction
def seed_goals(organizer: User) -> bool:
    """Set goals for an event and for the season. Name the charity and addresses, unless an operator has."""
    if Goal.objects.exists():
        return False
    shop, _ = ShopSettings.objects.get_or_create(pk=ShopSettings.ONLY)
    for column, value in DATA["shop"].items():
        setattr(shop, column, getattr(shop, column) or value)
    shop.save()
    meals = {"unit_name": "meals", "unit_cost": Decimal("1.80"), "source": shop.charity}
    first_day = get_month(2).first_day
    season = {"starts_on": first_day, "ends_on": first_day + timedelta(days=300)}
    for row in DATA["goals"]:
        event = Event.objects.published().filter(name=row.get("event")).first()
        if event or "event" not in row:
            create_goal(fields={**row, **meals, **({"event": event} if event else season)}, by=organizer)
    return True


def get_month(ago: int) -> LedgerMonth:
    """Return the month that is this many months ago.

    On the first day of a month, count from the last month, because it can't be closed yet.
    """
    month = LedgerMonth.of(timezone.localdate() - timedelta(days=1))
    for _ in range(ago):
        month = LedgerMonth.of(month.first_day - timedelta(days=1))
    return month
