"""The figures of a season or of twelve months: by format and weekday, by event, and by month."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypeVar

from django.db.models import QuerySet
from django.utils import timezone

from events.datetimes import get_day_bounds
from events.models import Event
from figures.date_facts import DateFacts, Figures, calculate_figures
from figures.selectors.dates import list_facts
from giving.models import Goal

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class FormatRow:
    format: str
    weekday: int  # Monday is 0
    figures: Figures


@dataclass(frozen=True, slots=True)
class EventRow:
    event: Event
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
    events = Event.objects.in_bulk({each.event for each in facts})
    by_format = group(facts, lambda each: (events[each.event].format, each.day.weekday()))
    by_event = group(facts, lambda each: each.event)
    by_month = group(facts, lambda each: f"{each.day:%Y-%m}")
    return Summary(
        first=first,
        last=last,
        seasons=Goal.objects.filter(event=None),
        formats=[FormatRow(*key, found) for key, found in sorted(by_format.items(), key=lambda item: item[0])],
        events=sorted((EventRow(events[pk], found) for pk, found in by_event.items()), key=lambda row: row.event.name),
        months=[MonthRow(month, found) for month, found in sorted(by_month.items())],
        total=calculate_figures(facts),
        as_of=timezone.now(),
    )


def group(facts: Iterable[DateFacts], get_key: Callable[[DateFacts], Key]) -> dict[Key, Figures]:
    groups = defaultdict[Key, list[DateFacts]](list)
    for each in facts:
        groups[get_key(each)].append(each)
    return {key: calculate_figures(dates) for key, dates in groups.items()}
