"""Filters for lists of events and of dates."""

from collections import OrderedDict
from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.core.validators import RegexValidator
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.lookups import GreaterThanOrEqual
from django.http import QueryDict
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.drainage import set_override

from bookings.selectors.events import FACETS, VENUE_TEXT, count_taken, get_bounds
from charityshop.api.responses import first_message
from charityshop.exceptions import BadRequest
from charityshop.text import fold
from events.datetimes import parse_day_or_datetime
from events.models import Event, Occurrence, count_capacity

WEEKDAYS = [(str(day), name) for day, name in enumerate(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"))]
PLACE = FACETS["eventLocation"]
SEARCHED_COLUMNS = ("name", "description", "category", "card_set", "format", PLACE)
MAX_SEARCH_TERMS = 8


class DayOrDatetimeField(forms.CharField):
    def clean(self, value: Any) -> tuple[datetime, datetime] | None:
        text = super().clean(value)
        try:
            return get_bounds(parse_day_or_datetime(text)) if text else None
        except ValueError:
            raise forms.ValidationError("Use a date such as 2026-12-04.") from None


class DayOrDatetimeFilter(filters.Filter):
    field_class = DayOrDatetimeField


def number_filter(method: str, pattern: str, message: str, help_text: str) -> filters.CharFilter:
    """Filter by a number in plain digits. Decimal() also accepts signs, exponents and other scripts' digits."""
    validators = [RegexValidator(rf"\A{pattern}\Z", message)]
    found = filters.CharFilter(method=method, help_text=help_text, validators=validators)
    set_override(found, "field", {"type": "number", "format": "double", "description": help_text})
    return found


class TextFilter(filters.CharFilter):
    """A text that people type into the URL of an embed: ignore case and accents. Use it with a folded column."""

    def filter(self, rows: QuerySet[Any], value: str) -> QuerySet[Any]:
        return super().filter(rows, fold(value))


class BaseFilters(filters.FilterSet):
    """Filters that rows of events and rows of dates share. `event` is the lookup prefix from a row to its event."""

    event: ClassVar[str] = ""
    place: ClassVar[str] = PLACE

    keyword = filters.CharFilter(method="filter_by_keyword")
    weekday = filters.ChoiceFilter(choices=WEEKDAYS, method="filter_by_weekday", help_text="Monday is 0.")
    priceMax = number_filter(
        "filter_by_price",
        r"[0-9]{1,6}(\.[0-9]{1,2})?",
        "Use an amount such as 12 or 12.50.",
        "Dollars a seat at most, before sales tax; 0: free ones.",
    )
    seats = number_filter(
        "filter_by_seats_left",
        "[1-9][0-9]{0,5}",
        "Use a whole number of seats from 1.",
        "Upcoming dates with at least so many seats left.",
    )
    from_ = DayOrDatetimeFilter(method="filter_by_start", help_text="Dates from this day or time on.")
    to = DayOrDatetimeFilter(method="filter_by_end", help_text="Dates until this day or time, that day included.")

    @classmethod
    def get_filters(cls) -> OrderedDict[str, filters.Filter]:
        """Add filters by each of FACETS and by the name. Rename `from_` to `from`, which is a Python keyword."""
        by_name = TextFilter(field_name=f"{cls.event}name__fold", lookup_expr="contains", help_text="A part of it.")
        facets = {name: TextFilter(field_name=f"{cls.get_column(column)}__fold") for name, column in FACETS.items()}
        return OrderedDict(
            (name.rstrip("_"), row) for name, row in (super().get_filters() | {"name": by_name} | facets).items()
        )

    @classmethod
    def get_column(cls, column: str) -> str:
        return cls.place if column == PLACE else f"{cls.event}{column}"

    def filter_by_keyword(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        """Filter by up to MAX_SEARCH_TERMS terms, each of which has to be in one of SEARCHED_COLUMNS."""
        for term in fold(value).split()[:MAX_SEARCH_TERMS]:
            found = Q()
            for column in SEARCHED_COLUMNS:
                found |= Q(**{f"{self.get_column(column)}__fold__contains": term})
            rows = rows.filter(found)
        return rows

    def filter_by_price(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        return rows.filter(**{f"{self.event}price__lte": value})

    def filter_by_seats_left(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        now = timezone.now()
        has_seats = GreaterThanOrEqual(count_capacity(), count_taken(now) + int(value))
        return self.with_dates(rows, Q(has_seats, starts_at__gt=now))

    def filter_by_weekday(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        return self.with_dates(rows, Q(starts_at__iso_week_day=int(value) + 1))

    def filter_by_start(self, rows: QuerySet[Any], name: str, value: tuple[datetime, datetime]) -> QuerySet[Any]:
        return self.with_dates(rows, Q(starts_at__gte=value[0]))

    def filter_by_end(self, rows: QuerySet[Any], name: str, value: tuple[datetime, datetime]) -> QuerySet[Any]:
        return self.with_dates(rows, Q(starts_at__lt=value[1]))

    def with_dates(self, rows: QuerySet[Any], condition: Q) -> QuerySet[Any]:
        """Filter by a condition on dates."""
        raise NotImplementedError


class DateFilters(BaseFilters):
    """Filters for rows of dates, which may be at other places than their events."""

    event = "event__"
    place = "venue_text"

    def with_dates(self, rows: QuerySet[Any], condition: Q) -> QuerySet[Any]:
        return rows.filter(condition)


class EventFilters(BaseFilters):
    """Filters for rows of events: those that have a matching date."""

    status = filters.ChoiceFilter(
        method="with_state", choices=Event.State.choices, help_text="For admins; others see published ones only."
    )

    def with_state(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        is_hidden = value == Event.State.ARCHIVED
        return rows.filter(hidden_at__isnull=False) if is_hidden else rows.filter(status=value, hidden_at=None)

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        self.of_date = Q()
        rows = super().filter_queryset(queryset)
        if self.of_date:
            # One date has to match all conditions: a Friday in December, not a Friday and another date in December.
            dates = Occurrence.objects.filter(self.of_date, event=OuterRef("pk"), status=Occurrence.Status.SCHEDULED)
            rows = rows.filter(Exists(dates))
        return rows

    def with_dates(self, rows: QuerySet[Any], condition: Q) -> QuerySet[Any]:
        self.of_date &= condition
        return rows


def filter_dates(dates: QuerySet[Any], query: QueryDict | dict[str, Any]) -> QuerySet[Any]:
    """Return the dates that a query asks for. Raise BadRequest for a filter whose value is not readable."""
    filtered = DateFilters(query, queryset=dates.annotate(venue_text=VENUE_TEXT))
    if not filtered.is_valid():
        raise BadRequest(first_message(filtered.errors) or "This filter is invalid.", errors=filtered.errors)
    return filtered.qs


# --- The filters of calendars and embedded lists, by the same names --------------------------------------------------

NAMES = (*FACETS, "weekday", "priceMax", "keyword")


def get_filters(query: QueryDict) -> dict[str, str]:
    """Return the filters in the query string of a link, without other parameters, such as those of trackers."""
    return {name: str(query[name]) for name in NAMES if query.get(name)}


def format_filters(filters: Mapping[str, str]) -> str:
    """Format as "Draft, Fri"; empty without any."""
    return ", ".join(format_filter(name, value) for name, value in filters.items())


def format_filter(name: str, value: str) -> str:
    match name:
        case "weekday":
            return dict(WEEKDAYS).get(value, "")
        case "priceMax":
            return f"up to ${value}" if value.strip("0.") else "free"
        case _:
            return value
