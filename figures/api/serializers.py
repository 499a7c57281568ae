"""Serializers for the figures."""

from datetime import date, timedelta
from typing import Any

from django.utils import timezone
from rest_framework import serializers

from charityshop.api.fields import UTCDateTimeField
from charityshop.exceptions import Missing
from charityshop.form_fields import CodeField
from giving.models import Goal

Fields = dict[str, Any]
MONTH = r"^2[0-9]{3}-(0[1-9]|1[0-2])$"


class RangeSerializer(serializers.Serializer[Any]):
    """A season, or the twelve months that end with a month. Without either, those that end with the current one."""

    season = CodeField(max_length=24, required=False, help_text="The ID of a season's goal.")
    month = serializers.RegexField(
        MONTH, required=False, help_text="Such as 2026-11.", error_messages={"invalid": "Write a month like 2026-11."}
    )

    def validate(self, attrs: Fields) -> Fields:
        if "season" in attrs and "month" in attrs:
            raise serializers.ValidationError({"season": "Name a season or a month."})
        return attrs

    def get_days(self) -> tuple[date, date]:
        """Return the first and the last day. Raise Missing if there is no such season."""
        if public_id := self.validated_data.get("season"):
            goal = Goal.objects.filter(event=None, public_id=public_id).first()
            if goal is None or goal.starts_on is None or goal.ends_on is None:
                raise Missing("There is no such season.", code="not_found")
            return goal.starts_on, goal.ends_on
        month = self.validated_data.get("month") or f"{timezone.localdate():%Y-%m}"
        next_month = date.fromisoformat(f"{month}-28") + timedelta(days=4)
        return next_month.replace(year=next_month.year - 1, day=1), next_month.replace(day=1) - timedelta(days=1)


class FiguresSerializer(serializers.Serializer[Any]):
    """The figures of some dates. `came` and `didNotCome` are null if the door of none of them was closed."""

    dates = serializers.IntegerField(help_text="That took place. One that was moved counts once.")
    canceled = serializers.IntegerField(help_text="Canceled dates, which nothing else here counts.")
    seats = serializers.IntegerField(help_text="As many as the events have now.")
    sold = serializers.IntegerField(
        source="taken", help_text="Seats that were taken at the start: `paid`, `byHand` and `free`."
    )
    paid = serializers.IntegerField(source="sold", help_text="Seats that were sold for money.")
    byHand = serializers.IntegerField(source="by_hand", help_text="Seats that staff booked for guests.")
    free = serializers.IntegerField(help_text="Seats of free dates, and those that a code or membership made free.")
    measured = serializers.IntegerField(help_text="Dates whose door was closed.")
    came = serializers.IntegerField(allow_null=True, help_text="People who were let in on those.")
    didNotCome = serializers.IntegerField(
        source="did_not_come", allow_null=True, help_text="Taken seats of those dates with which nobody came."
    )
    waitedInVain = serializers.IntegerField(
        source="waited_in_vain", help_text="Seats of entries of the waiting list that got none."
    )
    returning = serializers.IntegerField(help_text="Accounts with an earlier visit within 365 days.")
    daysAhead = serializers.FloatField(
        source="days_ahead", allow_null=True, help_text="The median of the taken seats, from their sale to the start."
    )
    raised = serializers.DecimalField(
        source="received",
        max_digits=12,
        decimal_places=2,
        allow_null=True,
        help_text="Received for the dates that were not free, before costs, in USD.",
    )
    raisedPerSeat = serializers.DecimalField(
        source="received_per_seat",
        max_digits=12,
        decimal_places=2,
        allow_null=True,
        help_text="Received for the dates that were not free, by seat that was sold for money, even after the start.",
    )


class FormatFiguresSerializer(serializers.Serializer[Any]):
    format = serializers.CharField(allow_blank=True)
    weekday = serializers.IntegerField(help_text="Monday is 0.")
    figures = FiguresSerializer()


class EventFiguresSerializer(serializers.Serializer[Any]):
    product = serializers.CharField()
    name = serializers.CharField()
    figures = FiguresSerializer()


class MonthFiguresSerializer(serializers.Serializer[Any]):
    month = serializers.CharField(help_text="Such as 2026-11.")
    figures = FiguresSerializer()


class SeasonSerializer(serializers.Serializer[Any]):
    _id = serializers.CharField(source="public_id")
    title = serializers.CharField()
    startsOn = serializers.DateField(source="starts_on")
    endsOn = serializers.DateField(source="ends_on")


class SummarySerializer(serializers.Serializer[Any]):
    """Figures of the dates that have started, by format and weekday, by event, and by month."""

    firstDay = serializers.DateField(source="first")
    lastDay = serializers.DateField(source="last")
    seasons = SeasonSerializer(many=True, help_text="To choose from, newest first.")
    formats = FormatFiguresSerializer(many=True)
    events = EventFiguresSerializer(many=True)
    months = MonthFiguresSerializer(many=True)
    total = FiguresSerializer()
    asOf = UTCDateTimeField(source="as_of")
