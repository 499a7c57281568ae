"""Serializers of importing another program's calendar."""

from typing import Any

from rest_framework import serializers

from bookings.api.serializers.events import Fields, RecurringPatternSerializer, Shape
from bookings.ical.import_plan import NewEvent
from bookings.services.events import NEW_EVENT
from bookings.services.import_events import MAX_BYTES, TOO_LARGE
from charityshop.api.fields import UTCDateTimeField
from charityshop.form_fields import CodeField
from events.datetimes import format_utc
from events.models import Event
from events.recurrence_rules import set_pattern


class ImportEventsSerializer(Shape):
    """Without a digest, a preview; with that of the preview, all events are made or none."""

    calendar = serializers.CharField(
        trim_whitespace=False,
        max_length=MAX_BYTES,
        error_messages={"max_length": TOO_LARGE},
        help_text="The text of a calendar file (.ics), at most 1 MB and 1,000 events.",
    )
    digest = CodeField(required=False, max_length=64)


class NewEventSerializer(Shape):
    """A draft that is made."""

    line = serializers.IntegerField(help_text="On which it begins in the file.")
    name = serializers.CharField()
    eventLocation = serializers.CharField()
    startTime = UTCDateTimeField(help_text="Of the first date.")
    endTime = UTCDateTimeField()
    recurringPattern = RecurringPatternSerializer(allow_null=True)
    dates = serializers.IntegerField(help_text="That take place; of a series without an end those of a year.")
    moved = serializers.IntegerField(help_text="How many of them aren't when the series has them.")
    canceled = serializers.IntegerField(help_text="How many dates of the series don't take place.")

    def to_representation(self, new: NewEvent) -> Fields:
        fields: dict[str, Any] = {**NEW_EVENT, **new.fields}
        event = Event()
        set_pattern(event, fields.get("pattern"))
        moved = sum(span is not None for span in new.changes.values())
        return {
            "line": new.line,
            "name": fields["name"],
            "eventLocation": fields["place"],
            "startTime": format_utc(fields["starts_at"]),
            "endTime": format_utc(fields["ends_at"]),
            "recurringPattern": RecurringPatternSerializer().to_representation(event),
            "dates": new.dates,
            "moved": moved,
            "canceled": len(new.changes) - moved,
        }


class ImportNoteSerializer(Shape):
    line = serializers.IntegerField(help_text="Of the file; the first one is 1.")
    name = serializers.CharField(help_text="Of the event; empty if it is about several, or about the file.")
    message = serializers.CharField()


class ImportSerializer(Shape):
    """What importing a calendar makes, or made. With errors, it makes nothing."""

    events = NewEventSerializer(many=True, source="plan.made")
    notes = ImportNoteSerializer(many=True, source="plan.notes", help_text="What the shop can't take over as it is.")
    errors = ImportNoteSerializer(many=True, source="plan.errors")  # type: ignore[assignment]  # as in MembersPlan
    digest = serializers.CharField()
