"""Serialize a preview: the dates that saving would create, and its effect on booked ones."""

from collections.abc import Iterator
from typing import Any

from rest_framework import serializers

from bookings.api.serializers.events import Fields, Shape
from bookings.event_plan import Row
from bookings.services.events import Preview, serialize_booked_date
from charityshop.api.fields import UTCDateTimeField
from events.datetimes import format_utc
from events.recurrence import Span

EFFECTS = ("moves", "stays", "asks", "clashes")


class SpanSerializer(Shape):
    startTime = UTCDateTimeField(source="starts_at")
    endTime = UTCDateTimeField(source="ends_at")

    class Meta:
        ref_name = "PreviewDate"


class BookedDateSerializer(Shape):
    """A date with bookings, in previews and errors."""

    startTime = serializers.DateTimeField()
    endTime = serializers.DateTimeField()
    totalReservations = serializers.IntegerField()
    newStartTime = serializers.DateTimeField(required=False)
    newEndTime = serializers.DateTimeField(required=False)
    effect = serializers.ChoiceField(
        choices=EFFECTS,
        required=False,
        help_text="asks: saving needs moveBookings. clashes: it can't move there. stays: although off the rule.",
    )


class PreviewSerializer(Shape):
    dates = SpanSerializer(many=True, help_text="Every upcoming date there would be.")
    skippedDates = serializers.ListField(
        child=serializers.DateTimeField(), help_text="When upcoming dates would have started that are left out."
    )
    bookedDates = BookedDateSerializer(
        many=True, help_text="Booked dates that a save would touch or leave off the rule."
    )
    overbooked = BookedDateSerializer(many=True, help_text="Dates with more seats taken than there would be.")

    def to_representation(self, preview: Preview) -> Fields:
        return {
            "dates": SpanSerializer(preview.dates, many=True).data,
            "skippedDates": [format_utc(span.starts_at) for span in preview.canceled],
            "bookedDates": sorted(list_effects(preview), key=lambda row: str(row["startTime"])),
            "overbooked": [serialize_booked_date(row) for row in preview.overbooked],
        }


def list_effects(preview: Preview) -> Iterator[dict[str, Any]]:
    plan = preview.plan
    effects: dict[int, tuple[Row, Span, str]] = {}
    for effect, pairs in (("moves", plan.changes), ("asks", plan.undecided), ("clashes", plan.clashes)):
        effects |= {row.pk: (row, span, effect) for row, span in pairs if row.taken}
    yield from (serialize_booked_date(row, span) | {"effect": effect} for row, span, effect in effects.values())
    staying = (row for row in plan.stay if row.taken and row.pk not in effects)
    yield from (serialize_booked_date(row) | {"effect": "stays"} for row in staying)
