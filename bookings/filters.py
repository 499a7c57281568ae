"""What lists of nights can be narrowed by. The same words work on rows of events and on rows of dates."""

from collections import OrderedDict
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.db.models import Exists, OuterRef, Q, QuerySet
from django_filters import rest_framework as filters

from bookings.programme import bounds_of
from events.models import Event, Occurrence
from events.moments import read_day_or_moment

WEEKDAYS = [(str(day), name) for day, name in enumerate(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"))]
SEARCHED = ("name", "description", "category", "card_set", "format", "event_location")


class DayOrMomentField(forms.CharField):
    def clean(self, value: Any) -> tuple[datetime, datetime] | None:
        text = super().clean(value)
        try:
            return bounds_of(read_day_or_moment(text)) if text else None
        except ValueError:
            raise forms.ValidationError("Use a date such as 2026-12-04.") from None


class DayOrMomentFilter(filters.Filter):
    field_class = DayOrMomentField


class NightFilters(filters.FilterSet):
    """`event` is how the rows' table reaches the event, `dates` how it reaches an event's dates."""

    event: ClassVar[str] = ""

    keyword = filters.CharFilter(method="by_keyword")
    category = filters.CharFilter(method="by_event_field")
    cardSet = filters.CharFilter(method="by_event_field")
    format = filters.CharFilter(method="by_event_field")
    eventLocation = filters.CharFilter(method="by_event_field")
    weekday = filters.ChoiceFilter(choices=WEEKDAYS, method="by_weekday", help_text="Monday is 0.")
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
