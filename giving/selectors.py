"""Find the goal of an event or a season, and read from the journal how far it has come.

An event's goal counts what was received for its dates. A season's counts what there is for the charity: what was
received from its first to its last day, less the costs of these days.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from django.db.models import Q, QuerySet
from django.utils import timezone

from charityshop.branding.shop import current_shop
from charityshop.exceptions import Missing
from charityshop.money import to_cents
from events.models import Occurrence, is_public
from events.selectors import When, get_date
from giving.models import Goal
from orders.models import OrderLine
from payments.accounts import MONEY, RECEIVED, SEATS, Account
from payments.models import Transfer
from payments.selectors.sums import Sums, sum_rows, sum_rows_by
from payments.selectors.transfers import list_changes, sum_accounts

FOR_SEATS = (*SEATS, Account.RETURN_FEES)


def list_rows_of_dates(dates: QuerySet[Occurrence]) -> QuerySet[Transfer]:
    """Return the rows of seats on these dates, with the gifts that were made with them. Entered costs aren't theirs."""
    return Transfer.objects.filter(line__in=OrderLine.objects.filter(booking__occurrence__in=dates))


def list_rows_of_season(goal: Goal) -> QuerySet[Transfer]:
    """Return the rows from the goal's first to its last day."""
    if goal.starts_on is None or goal.ends_on is None:
        raise ValueError("A goal for an event has no season.")
    return Transfer.objects.filter(day__range=(goal.starts_on, goal.ends_on))


def sum_returned(rows: QuerySet[Transfer]) -> Decimal:
    """Return what was refunded for seats, which is subtracted from what was received already."""
    changes = list_changes(rows.filter(refund__isnull=False))
    return sum((each.amount for each in changes if each.account in MONEY and each.other in FOR_SEATS), Decimal(0))


def get_received_by_date(dates: QuerySet[Occurrence]) -> dict[int, Decimal]:
    """Return for staff what was received for each of these dates, by ID."""
    rows = Transfer.objects.filter(Q(debit__in=RECEIVED) | Q(credit__in=RECEIVED), line__booking__occurrence__in=dates)
    sums = rows.order_by().values_list("line__booking__occurrence").annotate(received=sum_accounts(*RECEIVED))
    return {date: to_cents(received) for date, received in sums}


# --- How far a goal has come ------------------------------------------------------------------------------------------

CURRENT = "current"
EVENT = "line__booking__occurrence__event"


@dataclass(frozen=True, slots=True)
class Progress:
    goal: Goal
    sums: Sums
    returned: Decimal
    as_of: datetime

    @property
    def amount(self) -> Decimal:
        """What counts toward the goal: received for an event's dates, or in a season for the charity."""
        return self.sums.for_charity

    @property
    def unit_count(self) -> int:
        """How many whole units the money pays for."""
        return self.goal.count_units(self.amount)

    @property
    def summary(self) -> str:
        """Say what a season has brought, as in "$1,405 for Port Alder Food Bank since September: 780 meals.".

        Whole dollars, rounded down. Return "" for an event, and while there is less than a dollar: then the page says
        that what is left after costs goes to the charity.
        """
        dollars, first = int(self.amount), self.goal.starts_on
        if dollars < 1 or first is None:
            return ""
        since = f"{first:%B}" if first.year == timezone.localdate().year else f"{first:%B %Y}"
        units = f": {self.unit_count:,} {self.goal.unit_name}" if self.unit_count > 1 else ""
        return f"${dollars:,} for {current_shop().charity} since {since}{units}."


def get_progress(goal: Goal, rows: QuerySet[Transfer]) -> Progress:
    return Progress(goal, sum_rows(rows), sum_returned(rows), timezone.now())


def get_progress_of_event(public_id: str, start: When | None) -> Progress:
    """Return what one date of a published event has brought, or all of its dates. Raise Missing without a goal."""
    goals = Goal.objects.filter(is_public("event__"), event__public_id=public_id)
    goal = goals.select_related("event").first()
    if goal is None or goal.event is None:
        raise Missing("This event has no goal.", code="not_found")
    dates = goal.event.occurrences.all()
    if start is not None:
        dates = dates.filter(pk=get_date(dates, start).pk)
    return get_progress(goal, list_rows_of_dates(dates))


def get_progress_of_season(season: str) -> Progress:
    """Return what a season has brought, by its goal's ID or "current". Raise Missing if there is none."""
    goals = Goal.objects.filter(event=None)
    goal = find_current_goal(timezone.localdate()) if season == CURRENT else goals.filter(public_id=season).first()
    if goal is None:
        raise Missing("There is no goal for this season.", code="not_found")
    return get_progress(goal, list_rows_of_season(goal))


def get_amounts(goals: Collection[Goal]) -> dict[int, Decimal]:
    """Return what counts toward each of these goals, by ID, in two queries."""
    seasons = [(goal.starts_on, goal.ends_on) for goal in goals if goal.starts_on and goal.ends_on]
    events = {goal.event_id for goal in goals if goal.event_id}
    of_events = sum_rows_by(Transfer.objects.filter(**{f"{EVENT}__in": events}), EVENT) if events else {}
    first, last = min((each[0] for each in seasons), default=None), max((each[1] for each in seasons), default=None)
    of_days = sum_rows_by(Transfer.objects.filter(day__range=(first, last)), "day") if seasons else {}

    def get_amount(goal: Goal) -> Decimal:
        if goal.starts_on is None or goal.ends_on is None:
            return of_events.get((goal.event_id,), Sums()).for_charity
        days = (sums for (day,), sums in of_days.items() if goal.starts_on <= day <= goal.ends_on)
        return sum((sums.for_charity for sums in days), Decimal(0))

    return {goal.pk: get_amount(goal) for goal in goals}


def find_current_goal(today: date) -> Goal | None:
    return Goal.objects.filter(event=None, starts_on__lte=today, ends_on__gte=today).first()
