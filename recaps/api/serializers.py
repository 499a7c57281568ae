"""Serializers of a past date's figures, for everybody, and of its thank-you email, for staff."""

from typing import Any

from rest_framework import serializers

from bookings.api.serializers.event_input import DayOrDatetimeInputField
from charityshop.api.fields import UTCDateTimeField, total_field
from charityshop.api.seen import SeenForm
from charityshop.form_fields import CodeField, TextField
from giving.api.serializers import UnitSerializer
from recaps.models import MAX_NOTE_LENGTH, Recap

Serializer = serializers.Serializer[Any]
Fields = dict[str, Any]


class RecapQuerySerializer(Serializer):
    product = CodeField(max_length=24)
    startTime = DayOrDatetimeInputField()


class RecapSerializer(Serializer):
    """What was received for a past date. `unit` is left out if nobody said what the money buys."""

    startTime = UTCDateTimeField(source="date.starts_at")
    raised = serializers.DecimalField(
        source="money.received",
        max_digits=12,
        decimal_places=2,
        allow_null=True,
        help_text="Received after refunds and PayPal's fees. null: fewer than three people paid, or nothing was left.",
    )
    costs = total_field(source="money.costs", help_text="That staff have entered for the date so far.")
    buyers = serializers.IntegerField(
        source="money.buyers", allow_null=True, help_text="How many people paid; null without `raised`."
    )
    unit = UnitSerializer(source="money.unit", required=False)
    asOf = UTCDateTimeField(source="money.as_of")
    tables = serializers.CharField(source="tournament.public_id", allow_null=True, help_text="The ID of its tables.")

    def to_representation(self, recap: Fields) -> Fields:
        fields, figures = super().to_representation(recap), recap["money"]
        if figures.received is None:
            fields["buyers"] = None
        if figures.unit is None or figures.goal is None:
            del fields["unit"]
        return fields


class ListedRecapDraftSerializer(Serializer):
    """A thank-you email that did not go out yet."""

    product = serializers.CharField(source="date.event.public_id")
    name = serializers.CharField(source="date.event.name")
    startTime = UTCDateTimeField(source="date.starts_at")
    goesOutAt = UTCDateTimeField(source="goes_out_at", help_text="Or later, while it waits.")
    waitsFor = serializers.ListField(
        child=serializers.CharField(), source="waits_for", help_text="What keeps it from going out, in sentences."
    )


class RecapAnswerSerializer(Serializer):
    isGood = serializers.BooleanField(source="is_good")
    text = serializers.CharField()


class RecapAnswersSerializer(Serializer):
    """What guests answered, without their names."""

    good = serializers.IntegerField(help_text="How many said that they liked it.")
    better = serializers.IntegerField(help_text="How many said that it could be better.")
    texts = RecapAnswerSerializer(many=True, help_text="Those with a text.")


class RecapDraftSerializer(ListedRecapDraftSerializer):
    """The thank-you email of a past date, and what guests answered."""

    note = serializers.CharField(source="recap.note")
    says = serializers.ListField(child=serializers.CharField(), help_text="What it says about the date.")
    recipients = serializers.IntegerField(help_text="How many get it as of now, or got it.")
    stoppedAt = UTCDateTimeField(source="recap.stopped_at", allow_null=True)
    sentAt = UTCDateTimeField(source="recap.sent_at", allow_null=True)
    isTooLate = serializers.BooleanField(source="is_too_late", help_text="true: it was never sent, and won't be.")
    answers = RecapAnswersSerializer()


class RecapDraftListSerializer(Serializer):
    drafts = ListedRecapDraftSerializer(many=True)


class RecapDraftQuerySerializer(Serializer):
    product = CodeField(max_length=24)
    bookingDate = DayOrDatetimeInputField()


class RecapDraftFormSerializer(RecapDraftQuerySerializer, SeenForm):
    """The note or whether the email is stopped. What is left out keeps its value."""

    note = TextField(
        required=False,
        max_length=MAX_NOTE_LENGTH,
        allow_blank=True,
        error_messages={"max_length": f"Use at most {MAX_NOTE_LENGTH} characters."},
        help_text="Added to the email. Blank lines separate paragraphs.",
    )
    isStopped = serializers.BooleanField(source="is_stopped", required=False, help_text="true: nobody gets it.")


def show_draft_form(recap: Recap) -> Fields:
    return {"note": recap.note, "isStopped": recap.stopped_at is not None}
