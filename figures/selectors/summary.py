"""The figures of a season or of twelve months: by format and weekday, by event, and by month."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from django.utils import timezone

from events.datetimes import get_day_bounds
from figures.date_facts import DateFacts, calculate_figures
from figures.selectors.dates import list_facts
from giving.models import Goal


def get_summary(first: date, last: date) -> dict[str, Any]:
    """Return the figures of the dates that started on these days at the shop, and before now."""
    facts = list_facts(get_day_bounds(first)[0], get_day_bounds(last)[1])
    return {
        "first": first,
        "last": last,
        "seasons": Goal.objects.filter(event=None),  # all of them, to choose from
        "formats": list_groups(facts, lambda each: {"format": each.format, "weekday": each.day.weekday()}),
        "events": list_groups(facts, lambda each: {"name": each.name, "product": each.product}),
        "months": list_groups(facts, lambda each: {"month": f"{each.day:%Y-%m}"}),
        "total": calculate_figures(facts),
        "as_of": timezone.now(),
    }


def list_groups(facts: Iterable[DateFacts], describe: Callable[[DateFacts], dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the figures of the dates that are described alike, sorted by that."""
    groups = defaultdict[Any, list[DateFacts]](list)
    for each in facts:
        groups[tuple(describe(each).items())].append(each)
    return [dict(group) | {"figures": calculate_figures(groups[group])} for group in sorted(groups)]
