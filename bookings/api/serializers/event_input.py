"""Validate the event form. Every field is optional, and numbers may be sent as strings of digits."""

from datetime import date, datetime, timedelta
from typing import Any

from django.core.files.storage import default_storage
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.serializers.accounts import NameField
from bookings.api.serializers.events import Fields, Shape
from events.datetimes import get_day_bounds, parse_datetime, parse_day, parse_day_or_datetime
from events.images import FOLDER, parse_media_path
from events.models import Event
from events.recurrence import Pattern

MOST_SEATS = 100_000
MINUTE = timedelta(minutes=1)


@extend_schema_field(OpenApiTypes.DATETIME)
class MomentIn(serializers.CharField):
    """A moment; without a zone it is the shop's time."""

    default_error_messages = {"moment": "Use a date and time such as 2026-12-04T19:00."}

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        try:
            if parse_day(text) is not None:
                self.fail("moment")
            return parse_datetime(text)
        except ValueError:
            self.fail("moment")


@extend_schema_field(OpenApiTypes.STR)
class DayOrMomentIn(serializers.CharField):
    """A bare date or a moment."""

    default_error_messages = {"moment": "Use a date such as 2026-12-04."}

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        try:
            return parse_day_or_datetime(text)
        except ValueError:
            self.fail("moment")


class CustomIn(Shape):
    """Only a custom rule needs it; for the others a form may send it empty."""

    dayOfWeek = serializers.IntegerField(min_value=0, max_value=6, allow_null=True, required=False)
    weekOfMonth = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=5), required=False)

    class Meta:
        ref_name = "CustomOccurrenceConfigForm"


class PatternIn(Shape):
    """The rule of a series."""

    recurringInterval = serializers.ChoiceField(choices=Event.Interval.values)
    endDate = DayOrMomentIn(allow_null=True, required=False, help_text="The last day that may have a date.")
    customOccurrenceConfig = CustomIn(allow_null=True, required=False)

    class Meta:
        ref_name = "RecurringPatternForm"

    def validate(self, attrs: Fields) -> Pattern:
        custom = attrs.get("customOccurrenceConfig") or {}
        try:
            return Pattern(
                attrs["recurringInterval"],
                weekday=custom.get("dayOfWeek"),
                weeks=tuple(custom.get("weekOfMonth", ())),
                until=last_moment(attrs.get("endDate")),
            )
        except ValueError as refusal:
            raise serializers.ValidationError(str(refusal)) from None


def last_moment(end: date | datetime | None) -> datetime | None:
    """A bare end date takes in that whole day."""
    return end if isinstance(end, datetime | None) else get_day_bounds(end)[1] - MINUTE


class EventForm(Shape):
    """The fields of an event that staff may set. What is left out keeps its value."""

    name = NameField(max_length=200, required=False)
    description = serializers.CharField(max_length=10_000, allow_blank=True, required=False)
    image = serializers.CharField(
        allow_blank=True, max_length=200, required=False,
        help_text="An address that an upload answered, the event's present one, or empty.",
    )  # fmt: skip
    category = serializers.CharField(max_length=100, allow_blank=True, required=False)
    cardSet = serializers.CharField(source="card_set", max_length=100, allow_blank=True, required=False)
    format = serializers.CharField(max_length=100, allow_blank=True, required=False)
    brand = serializers.CharField(max_length=100, allow_blank=True, required=False)
    type = serializers.CharField(source="kind", max_length=40, allow_blank=True, required=False)
    price = serializers.DecimalField(max_digits=8, decimal_places=2, min_value=0, required=False)
    eventLocation = serializers.CharField(source="event_location", max_length=300, allow_blank=True, required=False)
    maximumEventCapacity = serializers.IntegerField(min_value=0, max_value=MOST_SEATS, required=False)
    countInStock = serializers.IntegerField(
        min_value=0, max_value=MOST_SEATS, required=False, help_text="Seats on each date, where no capacity is sent."
    )
    startTime = MomentIn(source="starts_at", required=False)
    endTime = MomentIn(source="ends_at", required=False)
    isRecurring = serializers.BooleanField(source="is_recurring", required=False)
    recurringPattern = PatternIn(source="pattern", allow_null=True, required=False)

    def to_internal_value(self, data: Any) -> Any:
        if data.get("isRecurring") in (False, "false"):  # whatever rule the form still holds, it means none
            data = {name: value for name, value in data.items() if name != "recurringPattern"}
        return super().to_internal_value(data)

    def validate_image(self, path: str) -> str:
        name = parse_media_path(path)
        present: Event | None = self.context.get("event")
        is_ours = name is not None and (
            name in ("", present.image if present else "")
            or (name.startswith(f"{FOLDER}/") and default_storage.exists(name))
        )
        if name is None or not is_ours:
            raise serializers.ValidationError("Upload the picture first.")
        return name

    def validate(self, attrs: Fields) -> Fields:
        seats = attrs.pop("countInStock", None)
        capacity = attrs.pop("maximumEventCapacity", seats)  # one number: the form's "Count In Stock" is the capacity
        return attrs if capacity is None else attrs | {"maximum_event_capacity": capacity}


class EventUpdate(EventForm):
    """A save: with the answer to whether bookings move along with changed times."""

    moveBookings = serializers.BooleanField(allow_null=True, required=False)


class StartTimeForm(Shape):
    """Names one date of an event."""

    startTime = DayOrMomentIn()
