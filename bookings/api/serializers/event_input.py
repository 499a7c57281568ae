"""Validate the event form. Every field is optional, and numbers may be sent as strings of digits."""

from datetime import date, datetime, timedelta
from typing import Any

from django.core.files.storage import default_storage
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bookings.api.serializers.events import (
    MAX_SEATS,
    WEEK_LIMITS,
    WEEKDAY_LIMITS,
    EditableEventFields,
    EventSerializer,
    Fields,
    RefundPolicySerializer,
    Shape,
)
from bookings.deadlines import MAX_ANSWER_HOURS
from charityshop.api.seen import SeenForm
from charityshop.form_fields import CodeField, TextField
from events.datetimes import YEARS, get_day_bounds, parse_day_or_datetime
from events.images import FOLDER, parse_media_path
from events.models import Event, Place
from events.recurrence import Pattern

MINUTE = timedelta(minutes=1)

FormFields = dict[str, serializers.Field[Any, Any, Any, Any]]


class DayField(serializers.DateField):
    """A day in a year that the shop can calculate with."""

    def to_internal_value(self, value: Any) -> date:
        day = super().to_internal_value(value)
        if day.year not in YEARS:
            raise serializers.ValidationError(f"Choose a day from {YEARS[0]} to {YEARS[-1]}.")
        return day


@extend_schema_field(OpenApiTypes.STR)
class DayOrDatetimeInputField(serializers.CharField):
    """A bare date, or a datetime."""

    default_error_messages = {"datetime": "Use a date such as 2026-12-04."}

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        try:
            return parse_day_or_datetime(text)
        except ValueError:
            self.fail("datetime")


@extend_schema_field(OpenApiTypes.DATETIME)
class DatetimeInputField(DayOrDatetimeInputField):
    """A datetime, in the shop's time zone if it has none."""

    default_error_messages = {"datetime": "Use a date and time such as 2026-12-04T19:00."}

    def to_internal_value(self, data: Any) -> Any:
        found = super().to_internal_value(data)
        if not isinstance(found, datetime):
            self.fail("datetime")
        return found


class CustomOccurrenceConfigForm(Shape):
    """Only a custom rule needs these; other forms may send them empty."""

    dayOfWeek = serializers.IntegerField(**WEEKDAY_LIMITS, allow_null=True, required=False)
    weekOfMonth = serializers.ListField(child=serializers.IntegerField(**WEEK_LIMITS), required=False)


class RecurringPatternForm(Shape):
    """The rule of a series."""

    recurringInterval = serializers.ChoiceField(choices=Event.Interval.values)
    endDate = DayOrDatetimeInputField(
        allow_null=True, required=False, help_text="The last day of the series. Empty: it repeats with no end."
    )
    customOccurrenceConfig = CustomOccurrenceConfigForm(allow_null=True, required=False)

    def validate(self, attrs: Fields) -> Pattern:
        custom = attrs.get("customOccurrenceConfig") or {}
        try:
            return Pattern(
                attrs["recurringInterval"],
                weekday=custom.get("dayOfWeek"),
                weeks=tuple(custom.get("weekOfMonth", ())),
                until=get_last_minute(attrs.get("endDate")),
            )
        except ValueError as error:
            raise serializers.ValidationError(str(error)) from None


def get_last_minute(end: date | datetime | None) -> datetime | None:
    """Return a datetime as it is, and the last minute of a day."""
    return end if isinstance(end, datetime | None) else get_day_bounds(end)[1] - MINUTE


def make_optional(fields: FormFields) -> FormFields:
    for field in fields.values():
        field.required = False
    return fields


class RefundPolicyForm(RefundPolicySerializer):
    """The parts of the refund policy to change. Missing ones keep their values."""

    def get_fields(self) -> FormFields:
        return make_optional(super().get_fields())


class EventForm(EditableEventFields):
    """The fields of an event that staff may set. Missing ones keep their values."""

    refundPolicy = RefundPolicyForm(source="*")
    placeId = CodeField(source="place", max_length=24, help_text="A place, instead of its text in eventLocation.")
    countInStock = serializers.IntegerField(
        min_value=0, max_value=MAX_SEATS, help_text="Seats on each date, if maximumEventCapacity is not sent."
    )
    startTime = DatetimeInputField(source="starts_at")
    endTime = DatetimeInputField(source="ends_at")
    recurringPattern = RecurringPatternForm(source="pattern", allow_null=True)

    def get_fields(self) -> FormFields:
        return make_optional(super().get_fields())

    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value(leave_out_ignored(data))

    def validate_image(self, path: str) -> str:
        """Return the image's name in the storage. The event's current image is valid even if its file is missing."""
        name = parse_media_path(path)
        event: Event | None = self.context.get("event")
        is_valid = name is not None and (
            name in ("", event.image if event else "")
            or (name.startswith(f"{FOLDER}/") and default_storage.exists(name))
        )
        if name is None or not is_valid:
            raise serializers.ValidationError("Upload the image first.")
        return name

    def validate_placeId(self, public_id: str) -> Place:
        """Return the place. Hidden ones can't be chosen, but an event may stay there."""
        place = Place.objects.filter(public_id=public_id).first()
        event: Event | None = self.context.get("event")
        if place is None:
            raise serializers.ValidationError("Choose one of the places.")
        if place.is_hidden and not (event and event.place_id == place.pk):
            raise serializers.ValidationError("This place is hidden. Choose another.")
        return place

    def validate(self, attrs: Fields) -> Fields:
        seats = attrs.pop("countInStock", None)
        capacity = attrs.pop("maximum_event_capacity", seats)  # the form's "Count In Stock" is the capacity, too
        return attrs if capacity is None else attrs | {"maximum_event_capacity": capacity}


def leave_out_ignored(data: Any) -> Any:
    """Leave out the rule that the form of an event without repeats still contains."""
    if data.get("isRecurring") in (False, "false"):
        return {name: value for name, value in data.items() if name != "recurringPattern"}
    return data


class NewEvent(EventForm):
    questionsOf = CodeField(
        source="questions_of", max_length=24, help_text="Another event. The new one asks the same questions."
    )

    def validate_questionsOf(self, public_id: str) -> Event:
        event = Event.objects.filter(public_id=public_id).first()
        if event is None:
            raise serializers.ValidationError("This event was deleted. Choose another, or begin an empty one.")
        return event


class EventUpdate(EventForm, SeenForm):
    moveBookings = serializers.BooleanField(
        allow_null=True,
        help_text="Whether booked dates get changed times, and another place; null if staff have not decided.",
    )
    reason = TextField(allow_blank=True, max_length=500, help_text="Why booked dates move. Emailed to everybody told.")
    answerHours = serializers.IntegerField(
        min_value=1, max_value=MAX_ANSWER_HOURS, help_text="How long buyers on booked dates that move can choose."
    )
    digest = CodeField(
        max_length=64,
        help_text="That of `affected` in the preview. If it says something else by now: a 409 (`changed`).",
    )
    keepDraft = serializers.BooleanField(help_text="Whether a draft stays one. Other events can't become drafts again.")


class StartTimeForm(Shape):
    """Select a date of an event."""

    startTime = DayOrDatetimeInputField()


def show_form(event: Event) -> Fields:
    """Return the fields of the form as the API shows them."""
    own = {"countInStock": event.maximum_event_capacity, "placeId": event.place.public_id}
    return EventSerializer(event).data | own
