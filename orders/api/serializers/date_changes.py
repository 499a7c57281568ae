"""What a buyer may choose because staff called a date off or moved it: part of an order."""

from typing import Any

from rest_framework import serializers

from bookings.api.serializers.events import UTCDateTimeField
from orders.models import DateChange, Entitlement

Serializer = serializers.Serializer[Any]


def kind_field(**options: Any) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=DateChange.Kind.choices, **options)


def leave_out_empty(fields: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in names or value}


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
