"""Serializers for dates that staff call off or move, and what buyers may choose then."""

from typing import Any

from rest_framework import serializers

from bookings.api.serializers.event_input import DatetimeInputField, StartTimeForm
from bookings.api.serializers.events import UTCDateTimeField
from orders.models import DateChange, Entitlement
from orders.selectors.date_changes import Progress
from orders.services.date_changes.begin_date_change import (
    DEFAULT_ANSWER_HOURS,
    MAX_ANSWER_HOURS,
    DateChangeRequest,
)

Serializer = serializers.Serializer[Any]


def kind_field(**options: Any) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=DateChange.Kind.choices, **options)


def leave_out_empty(fields: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in names or value}


class DateChangeRequestSerializer(StartTimeForm):
    kind = kind_field()
    to = DatetimeInputField(required=False, allow_null=True, help_text="The new start of a date to move.")
    reason = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=500,
        help_text="Emailed to the buyers. Previews don't need one.",
    )  # fmt: skip
    answerHours = serializers.IntegerField(
        required=False, default=DEFAULT_ANSWER_HOURS, min_value=0, max_value=MAX_ANSWER_HOURS,
        help_text="How long buyers can choose. 0: everybody is refunded, or keeps the seats of a date that moves.",
    )  # fmt: skip
    preview = serializers.BooleanField(required=False, default=False, help_text="true: only say whom it would affect.")

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if data["kind"] == DateChange.Kind.MOVE and not data.get("to"):
            raise serializers.ValidationError({"to": "Choose a new time."})
        if not data["preview"] and not data["reason"].strip():
            raise serializers.ValidationError({"reason": "Enter a reason. It is emailed to the buyers."})
        return data


def build_date_change_request(data: dict[str, Any]) -> DateChangeRequest:
    return DateChangeRequest(
        when=data["startTime"],
        kind=data["kind"],
        reason=data["reason"],
        to=data.get("to"),
        answer_hours=data["answerHours"],
    )


class DateChangePreviewSerializer(Serializer):
    """Whom a change would affect."""

    people = serializers.IntegerField(source="users", help_text="Buyers to notify.")
    orders = serializers.IntegerField()
    seats = serializers.IntegerField()
    money = serializers.DecimalField(max_digits=14, decimal_places=2, help_text="What full refunds would return, USD.")
    guests = serializers.IntegerField(help_text="Friends who claimed a seat.")
    waiting = serializers.IntegerField(help_text="Places on the waiting list.")


class DateChangeBegunSerializer(Serializer):
    _id = serializers.CharField(source="public_id")


class DateChangeSerializer(Serializer):
    """How far a change has got. The numbers count bookings of orders."""

    _id = serializers.CharField(source="change.public_id")
    product = serializers.CharField(source="change.occurrence.event.public_id")
    startTime = UTCDateTimeField(source="change.starts_at", help_text="Before the change.")
    kind = kind_field(source="change.kind")
    to = UTCDateTimeField(source="change.to", required=False, help_text="The new start; left out for a canceled date.")
    reason = serializers.CharField(source="change.reason")
    answerUntil = UTCDateTimeField(
        source="change.answer_until", required=False, help_text="Left out if buyers have no choice."
    )
    status = serializers.ChoiceField(choices=DateChange.Status.choices, source="change.status")
    total = serializers.IntegerField()
    told = serializers.IntegerField()
    kept = serializers.IntegerField(source="at_new_time")
    moved = serializers.IntegerField()
    refunded = serializers.IntegerField()
    undecided = serializers.IntegerField()
    failed = serializers.IntegerField(help_text="Refunds that PayPal refuses.")

    def to_representation(self, progress: Progress) -> dict[str, Any]:
        return leave_out_empty(super().to_representation(progress), "to", "answerUntil")


class DateChangeChoiceSerializer(Serializer):
    """What the buyer of a booking may choose because staff changed its date."""

    kind = kind_field(source="date_change.kind")
    startTime = UTCDateTimeField(source="date_change.starts_at", help_text="Before the change.")
    to = UTCDateTimeField(
        source="date_change.to", required=False, help_text="The new start; left out for a canceled date."
    )
    reason = serializers.CharField(source="date_change.reason")
    until = UTCDateTimeField()

    def to_representation(self, entitlement: Entitlement) -> dict[str, Any]:
        return leave_out_empty(super().to_representation(entitlement), "to")
