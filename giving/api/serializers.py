"""Serializers for goals, and for what was raised so far."""

from decimal import Decimal
from typing import Any

from rest_framework import serializers

from bookings.api.serializers.event_input import DayField, DayOrDatetimeInputField
from charityshop.api.fields import SparseSerializer, UTCDateTimeField, amount_field
from charityshop.api.seen import WholeForm
from charityshop.form_fields import CodeField, LineField
from charityshop.money import CENT
from events.models import Event
from giving.models import Goal
from giving.selectors import Progress

Fields = dict[str, Any]


EMPTY: Fields = {"starts_on": None, "ends_on": None, "target": None, "unit_name": "", "unit_cost": None, "source": ""}


class GoalSerializer(serializers.Serializer[Any]):
    """A goal of an event (`product`) or of a season (`startsOn` to `endsOn`), and what the money buys."""

    _id = serializers.CharField(source="public_id", read_only=True)
    title = LineField(max_length=120)
    product = CodeField(
        source="event.public_id", max_length=24, allow_null=True, required=False, help_text="null: it is for a season."
    )
    startsOn = DayField(source="starts_on", allow_null=True, required=False)
    endsOn = DayField(source="ends_on", allow_null=True, required=False)
    target = amount_field(
        min_value=CENT,
        allow_null=True,
        required=False,
        help_text="USD. null: only what there is so far is shown.",
    )
    unitName = LineField(
        source="unit_name", max_length=80, allow_blank=True, required=False, help_text="Such as school lunches."
    )
    unitCost = amount_field(source="unit_cost", min_value=CENT, allow_null=True, required=False)
    source = LineField(  # type: ignore[assignment]
        max_length=200, allow_blank=True, required=False, help_text="Who says what one unit costs."
    )

    def validate(self, attrs: Fields) -> Fields:
        """Return all columns of a goal; those that were not sent are empty."""
        attrs = EMPTY | attrs
        product = (attrs.get("event") or {}).get("public_id")
        event = Event.objects.filter(public_id=product).first() if product else None
        starts_on, ends_on = attrs["starts_on"], attrs["ends_on"]
        if product and event is None:
            raise serializers.ValidationError({"product": "Choose an event of the shop."})
        if (event is None) == (starts_on is None and ends_on is None) or (starts_on is None) != (ends_on is None):
            raise serializers.ValidationError(
                {"startsOn": "Choose an event, or the first and the last day of a season."}
            )
        if starts_on and ends_on < starts_on:
            raise serializers.ValidationError({"endsOn": "The season ends before it starts."})
        if bool(attrs["unit_name"]) != (attrs["unit_cost"] is not None):
            raise serializers.ValidationError({"unitName": "Enter what the money buys and what one costs."})
        return attrs | {"event": event}


class GoalChangesSerializer(WholeForm, GoalSerializer):
    """All fields of a goal, or with `seen` those to change."""

    needed = ("title",)


class ListedGoalSerializer(GoalSerializer):
    """A goal, and how far it has come. The serializer's context maps IDs of goals to amounts."""

    raised = serializers.SerializerMethodField(help_text="What counts toward it, in USD, as in the progress.")

    def get_raised(self, goal: Goal) -> Decimal:
        return Decimal(self.context["raised"][goal.pk])


class GoalListSerializer(serializers.Serializer[Any]):
    goals = ListedGoalSerializer(many=True)


class RaisedQuerySerializer(serializers.Serializer[Any]):
    """An event or one of its dates, or a season."""

    product = CodeField(max_length=24, required=False)
    startTime = DayOrDatetimeInputField(required=False, help_text="One date of the product. Without it, all of them.")
    season = CodeField(max_length=24, required=False, help_text='A goal\'s ID, or "current".')

    def validate(self, attrs: Fields) -> Fields:
        if ("product" in attrs) == ("season" in attrs) or ("startTime" in attrs and "season" in attrs):
            raise serializers.ValidationError({"product": "Name an event or a season."})
        return attrs


class UnitSerializer(SparseSerializer):
    """What the money buys."""

    name = serializers.CharField(source="goal.unit_name")
    cost = amount_field(source="goal.unit_cost")
    count = serializers.IntegerField(source="unit_count", help_text="Rounded down.")
    source = serializers.CharField(source="goal.source", required=False)  # type: ignore[assignment]

    def to_representation(self, progress: Progress) -> Fields:
        return super().to_representation(progress) if progress.goal.unit_name else {}


def sum_field(**options: Any) -> serializers.DecimalField:
    return serializers.DecimalField(max_digits=12, decimal_places=2, **options)


class RaisedSerializer(SparseSerializer):
    """What counts toward a goal: `raised`, which is the sum of the next four less `fees` and `costs`.

    `target` and `unit` are left out if the goal has none, and `summary` if there is nothing to say.
    """

    raised = sum_field(
        source="amount", help_text="Of an event's dates: what was received. Of a season: what there is for the charity."
    )
    tickets = sum_field(source="sums.tickets_kept", help_text="After refunds, with the fees of returns, without tax.")
    gifts = sum_field(source="sums.gifts", help_text="Less what was returned of them.")
    shipping = sum_field(source="sums.shipping")
    other = sum_field(source="sums.other", help_text="Other income of a season, as staff entered it.")
    fees = sum_field(source="sums.fees", help_text="PayPal's.")
    costs = sum_field(source="sums.costs", help_text="Of a season, as staff entered them.")
    returned = sum_field(help_text="All refunds but those of gifts. They are subtracted already.")
    target = amount_field(source="goal.target", required=False)
    unit = UnitSerializer(source="*", required=False)
    summary = serializers.CharField(
        required=False,
        help_text="What a season has brought, from the first dollar on, in a sentence for the home page.",
    )
    asOf = UTCDateTimeField(source="as_of")
