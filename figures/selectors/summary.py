"""The figures of a season or of twelve months: by format and weekday, by event, and by month."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from events.datetimes import get_day_bounds
from figures.date_facts import DateFacts, Figures, calculate_figures
from figures.selectors.dates import list_facts
from giving.models import Goal


@dataclass(frozen=True, slots=True)
class FormatRow:
    format: str
    weekday: int  # Monday is 0
    figures: Figures


@dataclass(frozen=True, slots=True)
class EventRow:
    name: str
    product: str  # public ID
    figures: Figures


@dataclass(frozen=True, slots=True)
class MonthRow:
    month: str  # such as "2026-11"
    figures: Figures


@dataclass(frozen=True, slots=True)
class Summary:
    first: date
    last: date
    seasons: QuerySet[Goal]
    """All seasons, newest first, to choose from."""
    formats: list[FormatRow]
    events: list[EventRow]
    months: list[MonthRow]
    total: Figures
    as_of: datetime


def get_summary(first: date, last: date) -> Summary:
    """Return the figures of the dates that started on these days at the shop, and before now."""
    facts = list_facts(get_day_bounds(first)[0], get_day_bounds(last)[1])
    return Summary(
        first=first,
        last=last,
        seasons=Goal.objects.filter(event=None),
        formats=[FormatRow(format, day, found) for (format, day), found in group(facts, get_format_and_weekday)],
        events=[EventRow(name, product, found) for (name, product), found in group(facts, get_name_and_product)],
        months=[MonthRow(month, found) for month, found in group(facts, get_month)],
        total=calculate_figures(facts),
        as_of=timezone.now(),
    )


def get_format_and_weekday(facts: DateFacts) -> tuple[str, int]:
    return (facts.format, facts.day.weekday())


def get_name_and_product(facts: DateFacts) -> tuple[str, str]:
    return (facts.name, facts.product)


def get_month(facts: DateFacts) -> str:
    return f"{facts.day:%Y-%m}"


def group(facts: Iterable[DateFacts], get_key: Callable[[DateFacts], Any]) -> list[tuple[Any, Figures]]:
    """Return the figures of the dates that have a key in common, sorted by key."""
    groups = defaultdict[Any, list[DateFacts]](list)
    for each in facts:
        groups[get_key(each)].append(each)
    return [(key, calculate_figures(groups[key])) for key in sorted(groups)]
