"""Find the goal of an event or a season, and calculate from the journal what was raised for it.

Tickets and gifts count without sales tax and shipping, after refunds and PayPal's fees. A gift counts with the first
line of its order, or alone, on the day of its payment.
"""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from django.db.models import Q, QuerySet
from django.utils import timezone

from charityshop.branding.shop import current_shop
from charityshop.exceptions import Missing
from charityshop.money import to_cents
from events.datetimes import get_day_bounds
from events.models import Event, Occurrence
from events.selectors import When, get_date
from giving.models import Goal
from orders.models import OrderLine
from orders.pricing import ZERO
from payments.accounts import GIVEN, MONEY, RAISED, SEATS, Account
from payments.models import Transfer
from payments.selectors.transfers import GIVER, are_gifts_public, list_changes, sum_accounts

NET = (*RAISED, Account.PAYPAL_FEES)
FOR_SEATS = (*SEATS, Account.RETURN_FEES)


@dataclass(frozen=True, slots=True)
class Raised:
    tickets: Decimal = ZERO  # with the fees of returns
    gifts: Decimal = ZERO
    fees: Decimal = ZERO  # of PayPal, without those given back
    returned: Decimal = ZERO  # subtracted from tickets already

    @property
    def raised(self) -> Decimal:
        return self.tickets + self.gifts - self.fees


def get_raised_on_dates(dates: QuerySet[Occurrence]) -> Raised:
    """Return what the order lines on these dates raised."""
    return sum_raised(Transfer.objects.filter(line__in=OrderLine.objects.filter(booking__occurrence__in=dates)))


def get_raised_in_season(goal: Goal) -> Raised:
    """Return what the dates and the gifts alone between the goal's first and last day raised."""
    first, last = goal.starts_on, goal.ends_on
    if first is None or last is None:
        raise ValueError("A goal for an event has no season.")
    start, end = get_day_bounds(first)[0], get_day_bounds(last)[1]
    dates = Occurrence.objects.filter(starts_at__gte=start, starts_at__lt=end)
    lines = OrderLine.objects.filter(booking__occurrence__in=dates)
    alone = Q(line=None, order__isnull=False, payment__posted_on__range=(first, last))
    return sum_raised(Transfer.objects.filter(Q(line__in=lines) | alone))


def sum_raised(rows: QuerySet[Transfer]) -> Raised:
    """Return what these rows raised. If fewer than three people gave, gifts count as tickets."""
    changes = list(list_changes(rows.annotate(giver=GIVER), "giver"))
    given = [change for change in changes if change.account in GIVEN]
    gifts = sum((change.amount for change in given), ZERO)
    others = (Account.TICKETS, Account.RETURN_FEES)
    tickets = sum((change.amount for change in changes if change.account in others), ZERO)
    fees = -sum((change.amount for change in changes if change.account == Account.PAYPAL_FEES), ZERO)
    returned = [each for each in changes if each.of_refund and each.account in MONEY and each.other in FOR_SEATS]
    if not are_gifts_public((change.key[0], change.amount) for change in given):
        tickets, gifts = tickets + gifts, ZERO
    return Raised(tickets, gifts, fees, sum((change.amount for change in returned), ZERO))


def get_raised_by_date(dates: QuerySet[Occurrence]) -> dict[int, Decimal]:
    """Return for staff what was raised on each of these dates, by ID, with all gifts."""
    rows = Transfer.objects.filter(Q(debit__in=NET) | Q(credit__in=NET), line__booking__occurrence__in=dates)
    sums = rows.order_by().values_list("line__booking__occurrence").annotate(raised=sum_accounts(*NET))
    return {date: to_cents(raised) for date, raised in sums}


# --- How far a goal has come ------------------------------------------------------------------------------------------

CURRENT = "current"


@dataclass(frozen=True, slots=True)
class Progress:
    goal: Goal
    raised: Raised
    as_of: datetime

    @property
    def unit_count(self) -> int:
        """How many whole units the money pays for."""
        return self.goal.count_units(self.raised.raised)

    @property
    def summary(self) -> str:
        """Say what a season has raised, as in "$1,562 for Port Alder Food Bank since September: 867 meals.".

        Whole dollars, rounded down. Return "" for an event, and while less than a dollar was raised.
        """
        dollars, first = int(self.raised.raised), self.goal.starts_on
        if dollars < 1 or first is None:
            return ""
        since = f"{first:%B}" if first.year == timezone.localdate().year else f"{first:%B %Y}"
        units = f": {self.unit_count:,} {self.goal.unit_name}" if self.unit_count > 1 else ""
        return f"${dollars:,} for {current_shop().charity} since {since}{units}."


def get_progress_of_event(public_id: str, start: When | None) -> Progress:
    """Return what one date of a published event has raised, or all of its dates. Raise Missing without a goal."""
    goals = Goal.objects.filter(event__public_id=public_id, event__status=Event.Status.PUBLISHED)
    goal = goals.select_related("event").first()
    if goal is None or goal.event is None:
        raise Missing("This event has no goal.", code="not_found")
    dates = goal.event.occurrences.all()
    if start is not None:
        dates = dates.filter(pk=get_date(dates, start).pk)
    return Progress(goal, get_raised_on_dates(dates), timezone.now())


def get_progress_of_season(season: str) -> Progress:
    """Return what a season has raised, by its goal's ID or "current". Raise Missing if there is none."""
    goals = Goal.objects.filter(event=None)
    goal = find_current_goal(timezone.localdate()) if season == CURRENT else goals.filter(public_id=season).first()
    if goal is None:
        raise Missing("There is no goal for this season.", code="not_found")
    return Progress(goal, get_raised_in_season(goal), timezone.now())


def find_current_goal(today: date) -> Goal | None:
    return Goal.objects.filter(event=None, starts_on__lte=today, ends_on__gte=today).first()
