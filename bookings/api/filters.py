"""Filters for lists of events and of dates."""

import re
from collections import OrderedDict
from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters

from bookings.selectors.events import count_taken, get_bounds
from events.datetimes import parse_day_or_datetime
from events.models import Event, Occurrence

WEEKDAYS = [(str(day), name) for day, name in enumerate(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"))]
SEARCHED = ("name", "description", "category", "card_set", "format", "event_location")


class DayOrMomentField(forms.CharField):
    def clean(self, value: Any) -> tuple[datetime, datetime] | None:
        text = super().clean(value)
        try:
            return get_bounds(parse_day_or_datetime(text)) if text else None
        except ValueError:
            raise forms.ValidationError("Use a date such as 2026-12-04.") from None


class DayOrMomentFilter(filters.Filter):
    field_class = DayOrMomentField


class WrittenField(forms.CharField):
    """Takes plain digits alone: no signs, exponents or thousands, which would read as something else than was meant."""

    written: ClassVar[re.Pattern[str]]
    problem: ClassVar[str]

    def clean(self, value: Any) -> Decimal | None:
        text = super().clean(value)
        if text and not self.written.fullmatch(text):
            raise forms.ValidationError(self.problem)
        return Decimal(text) if text else None


class AmountField(WrittenField):
    written = re.compile(r"[0-9]{1,6}(\.[0-9]{1,2})?")
    problem = "Use an amount such as 12 or 12.50."


class SeatsField(WrittenField):
    written = re.compile(r"[1-9][0-9]{0,5}")
    problem = "Use a whole number of seats from 1."


class AmountFilter(filters.Filter):
    field_class = AmountField


class SeatsFilter(filters.Filter):
    field_class = SeatsField


class NightFilters(filters.FilterSet):
    """`event` is how the rows' table reaches the event, `dates` how it reaches an event's dates."""

    event: ClassVar[str] = ""

    keyword = filters.CharFilter(method="by_keyword")
    category = filters.CharFilter(method="by_event_field")
    cardSet = filters.CharFilter(method="by_event_field")
    format = filters.CharFilter(method="by_event_field")
    eventLocation = filters.CharFilter(method="by_event_field")
    weekday = filters.ChoiceFilter(choices=WEEKDAYS, method="by_weekday", help_text="Monday is 0.")
    priceMax = AmountFilter(method="by_price", help_text="Dollars a seat at most; 0: free ones.")
    seats = SeatsFilter(method="by_seats_left", help_text="Coming dates with at least so many seats left.")
    from_ = DayOrMomentFilter(method="by_beginning", help_text="Dates from this day or moment on.")
    to = DayOrMomentFilter(method="by_end", help_text="Dates until this day or moment, that day included.")

    COLUMNS: ClassVar = {
        "category": "category", "cardSet": "card_set", "format": "format", "eventLocation": "event_location",
    }  # fmt: skip

    @classmethod
    def get_filters(cls) -> OrderedDict[str, filters.Filter]:
        """`from` is a word of Python's, so it is written `from_` here."""
        return OrderedDict((name.rstrip("_"), row) for name, row in super().get_filters().items())

    def by_keyword(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        for word in value.split()[:8]:
            found = Q()
            for column in SEARCHED:
                found |= Q(**{f"{self.event}{column}__icontains": word})
            rows = rows.filter(found)
        return rows

    def by_event_field(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        return rows.filter(**{f"{self.event}{self.COLUMNS[name]}": value})

    def by_price(self, rows: QuerySet[Any], name: str, value: Decimal) -> QuerySet[Any]:
        return rows.filter(**{f"{self.event}price__lte": value})

    def by_seats_left(self, rows: QuerySet[Any], name: str, value: Decimal) -> QuerySet[Any]:
        now = timezone.now()
        wanted = count_taken("pk", now) + int(value)
        return self.with_dates(rows, starts_at__gt=now, event__maximum_event_capacity__gte=wanted)

    def by_weekday(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        return self.with_dates(rows, starts_at__iso_week_day=int(value) + 1)

    def by_beginning(self, rows: QuerySet[Any], name: str, value: tuple[datetime, datetime]) -> QuerySet[Any]:
        return self.with_dates(rows, starts_at__gte=value[0])

    def by_end(self, rows: QuerySet[Any], name: str, value: tuple[datetime, datetime]) -> QuerySet[Any]:
        return self.with_dates(rows, starts_at__lt=value[1])

    def with_dates(self, rows: QuerySet[Any], **wanted: Any) -> QuerySet[Any]:
        raise NotImplementedError


class DateFilters(NightFilters):
    """For rows of dates."""

    event = "event__"

    def with_dates(self, rows: QuerySet[Any], **wanted: Any) -> QuerySet[Any]:
        return rows.filter(**wanted)


class EventFilters(NightFilters):
    """For rows of events: an event is in when one of its dates is."""

    status = filters.ChoiceFilter(choices=Event.Status.choices, help_text="For admins; others see published ones only.")

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        self.dates: dict[str, Any] = {}
        rows = super().filter_queryset(queryset)
        if self.dates:
            # One date has to fit all of it: a Friday in December, not a Friday and some day in December.
            fitting = Occurrence.objects.filter(event=OuterRef("pk"), status=Occurrence.Status.SCHEDULED, **self.dates)
            rows = rows.filter(Exists(fitting))
        return rows

    def with_dates(self, rows: QuerySet[Any], **wanted: Any) -> QuerySet[Any]:
        self.dates |= wanted
        return rows
