"""The filters of the list of dates for calendars, feeds and embedded lists, with the same names."""

from typing import Any

from django.db.models import QuerySet
from django.http import QueryDict

from bookings.api import filters
from bookings.selectors.events import FACETS

NAMES = (*FACETS, "weekday", "priceMax", "keyword")


def filter_dates(dates: QuerySet[Any], query: QueryDict) -> QuerySet[Any]:
    """Return the matching dates. Other parameters are ignored, because links may carry trackers' parameters.

    Raise BadRequest if a filter's value is not readable.
    """
    return filters.filter_dates(dates, get_filters(query))


def format_filters(query: QueryDict) -> str:
    """Format the filters as in "Draft, Fri"; empty without any."""
    return ", ".join(format_filter(name, value) for name, value in get_filters(query).items())


def format_filter(name: str, value: str) -> str:
    match name:
        case "weekday":
            return dict(filters.WEEKDAYS).get(value, "")
        case "priceMax":
            return f"up to ${value}" if value.strip("0.") else "free"
        case _:
            return value


def get_filters(query: QueryDict) -> dict[str, str]:
    return {name: str(query[name]) for name in NAMES if query.get(name)}
