"""Find the goal of an event or a season, and how far it has come."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from charityshop.branding.shop import current_shop
from charityshop.exceptions import Missing
from events.models import Event
from events.selectors import When, find_date
from giving.models import Goal
from giving.selectors.raised import Raised, get_raised_in_season, get_raised_on_dates

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
        found = find_date(dates, start)
        if found is None:
            raise Missing("This event has no such date.", code="not_found")
        dates = dates.filter(pk=found.pk)
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
