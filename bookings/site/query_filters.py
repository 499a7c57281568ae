"""The filters of the list of dates, with the same names, for feeds and embedded lists."""

from typing import Any

from django.db.models import QuerySet
from django.http import QueryDict

from bookings.api.filters import WEEKDAYS, DateFilters
from charityshop.exceptions import BadRequest

NAMES = ("category", "cardSet", "format", "eventLocation", "weekday", "priceMax", "keyword")


def narrowed(dates: QuerySet[Any], asked: QueryDict) -> QuerySet[Any]:
    """The dates that fit. Parameters that are no filter are passed over, for people's trackers add theirs.

    Raises BadRequest for a filter's value that cannot be read.
    """
    wanted = DateFilters(chosen(asked), queryset=dates)
    if not wanted.is_valid():
        raise BadRequest("That filter is not readable.", errors=wanted.errors)
    return wanted.qs


def words_of(asked: QueryDict) -> str:
    """The filters as a name says them: "Draft, Fri". Empty without any."""
    return ", ".join(in_words(name, value) for name, value in chosen(asked).items())


def in_words(name: str, value: str) -> str:
    match name:
        case "weekday":
            return dict(WEEKDAYS).get(value, "")
        case "priceMax":
            return f"up to ${value}" if value.strip("0.") else "free"
        case _:
            return value


def chosen(asked: QueryDict) -> dict[str, str]:
    return {name: str(asked[name]) for name in NAMES if asked.get(name)}
