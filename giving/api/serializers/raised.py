"""Serializers for what was raised so far."""

from typing import Any

from rest_framework import serializers

from bookings.api.serializers.event_input import DayOrDatetimeInputField
from bookings.api.serializers.events import UTCDateTimeField
from charityshop.api.fields import amount_field
from charityshop.form_fields import CodeField
from giving.selectors.goals import Progress

Fields = dict[str, Any]


class RaisedQuerySerializer(serializers.Serializer[Any]):
    """An event or one of its dates, or a season."""

    product = CodeField(max_length=24, required=False)
    startTime = DayOrDatetimeInputField(required=False, help_text="One date of the product. Without it, all of them.")
    season = CodeField(max_length=24, required=False, help_text='A goal\'s ID, or "current".')

    def validate(self, attrs: Fields) -> Fields:
        if ("product" in attrs) == ("season" in attrs) or ("startTime" in attrs and "season" in attrs):
            raise serializers.ValidationError({"product": "Name a product or a season."})
        return attrs


class UnitSerializer(serializers.Serializer[Any]):
    """What the money buys."""

    name = serializers.CharField(source="goal.unit_name")
    cost = amount_field(source="goal.unit_cost")
    count = serializers.IntegerField(source="unit_count", help_text="Rounded down.")
    source = serializers.CharField(source="goal.source", required=False)  # type: ignore[assignment]


class RaisedSerializer(serializers.Serializer[Any]):
    """Tickets and gifts without sales tax and shipping, minus refunds and fees: `tickets` + `gifts` - `fees`.

    `target` and `unit` are left out if the goal has none.
    """

    raised = serializers.DecimalField(max_digits=12, decimal_places=2, source="raised.raised")
    tickets = serializers.DecimalField(
        max_digits=12, decimal_places=2, source="raised.tickets", help_text="After refunds, with the fees of returns."
    )
    gifts = serializers.DecimalField(
        max_digits=12,
        decimal_places=2,
        source="raised.gifts",
        help_text="Once three people have given, less what was returned.",
    )
    fees = serializers.DecimalField(max_digits=12, decimal_places=2, source="raised.fees", help_text="PayPal's.")
    returned = serializers.DecimalField(
        max_digits=12,
        decimal_places=2,
        source="raised.returned",
        help_text="All refunds but those of gifts. They are subtracted already.",
    )
    target = amount_field(source="goal.target", required=False)
    unit = UnitSerializer(source="*", required=False)
    asOf = UTCDateTimeField(source="as_of")

    def to_representation(self, progress: Progress) -> Fields:
        fields = super().to_representation(progress)
        if fields["target"] is None:
            del fields["target"]
        if not progress.goal.unit_name:
            del fields["unit"]
        elif not progress.goal.source:
            del fields["unit"]["source"]
        return fields
