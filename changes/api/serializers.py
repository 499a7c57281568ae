"""Serializers of changed dates."""

from typing import Any

from rest_framework import serializers

from bookings.api.serializers.event_input import DatetimeInputField, StartTimeForm
from bookings.api.serializers.event_preview import PreviewSerializer
from bookings.api.serializers.events import MAX_SEATS
from bookings.deadlines import DEFAULT_ANSWER_HOURS, MAX_ANSWER_HOURS
from changes.selectors.date_changes import KINDS, Kind, Status
from changes.services.date_changes.begin_date_change import DateChangeRequest
from changes.services.date_changes.change_dates import Terms
from charityshop.api.fields import SparseSerializer, UTCDateTimeField, total_field
from charityshop.form_fields import CodeField, DigestField, TextField
from events.models import DateChange

Serializer = serializers.Serializer[Any]


class KindField(serializers.ChoiceField):
    """What staff did: the API's word for a kind of the journal."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=Kind.choices, **options)

    def to_representation(self, value: Any) -> str:
        return KINDS[value]


class DateChangeRequestSerializer(StartTimeForm):
    kind = KindField()
    to = DatetimeInputField(required=False, allow_null=True, help_text="The new start of a date to move.")
    placeId = CodeField(required=False, max_length=24, help_text="Of the place to which it moves.")
    seats = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=MAX_SEATS,
        help_text="Its own number. null: the event's.",
    )
    reason = TextField(
        required=False,
        allow_blank=True,
        default="",
        max_length=500,
        help_text="Emailed to the buyers, and shown to visitors of a canceled date. Previews don't need one.",
    )
    answerHours = serializers.IntegerField(
        required=False,
        default=DEFAULT_ANSWER_HOURS,
        min_value=0,
        max_value=MAX_ANSWER_HOURS,
        help_text="How long buyers can choose. 0: everybody is refunded, or keeps the seats of a date that moves.",
    )
    preview = serializers.BooleanField(required=False, default=False, help_text="true: only say whom it would affect.")
    digest = DigestField()

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        is_told = data["kind"] == Kind.CANCEL or data.get("to") or "placeId" in data
        if not is_told and "seats" not in data:
            raise serializers.ValidationError({"to": "Choose a new time."})
        if is_told and not data["preview"] and not data["reason"]:
            raise serializers.ValidationError({"reason": "Enter a reason. It is emailed to the buyers."})
        return data


def build_date_change_request(data: dict[str, Any]) -> DateChangeRequest:
    terms = Terms(data["reason"], data["answerHours"])
    if data["kind"] == Kind.CANCEL:
        return DateChangeRequest(data["startTime"], terms=terms)
    room = {name: data[sent] for name, sent in (("place", "placeId"), ("seats", "seats")) if sent in data}
    return DateChangeRequest(data["startTime"], data.get("to"), terms, room)


class ByHandSerializer(Serializer):
    """Seats that staff booked without an order. The people who booked them are told, and tell the guests."""

    name = serializers.CharField(source="user.get_full_name", help_text="Of the member of staff.")
    seats = serializers.IntegerField()
    isDeleted = serializers.BooleanField(source="user.is_deleted", help_text="The account: nobody is told.")


class AffectedSerializer(SparseSerializer):
    """Whom a change of dates would concern."""

    users = serializers.IntegerField(
        help_text="People to notify: buyers, those who hold seats, and staff who booked by hand."
    )
    orders = serializers.IntegerField()
    seats = serializers.IntegerField(help_text="That were bought or booked by hand.")
    byHand = ByHandSerializer(many=True, source="by_hand", required=False, help_text="Left out if there are none.")
    money = total_field(help_text="What full refunds would return, USD.")
    guests = serializers.IntegerField(help_text="Friends who claimed a seat.")
    inside = serializers.IntegerField(help_text="People who came in at the door.")
    waiting = serializers.IntegerField(help_text="Places on the waiting list.")


class DateChangePreviewSerializer(AffectedSerializer):
    """Whom a change of one date would concern."""

    users = None  # type: ignore[assignment]
    people = serializers.IntegerField(
        source="users", help_text="To notify: buyers, those who hold seats, and staff who booked by hand."
    )
    hasNoOtherDate = serializers.BooleanField(
        source="has_no_other_date",
        required=False,
        help_text="Left out if another date of the event has enough seats for one of the buyers.",
    )
    wasPlace = serializers.CharField(source="was_place", required=False, help_text="Left out if it stays.")
    nowPlace = serializers.CharField(source="now_place", required=False)
    wasSeats = serializers.IntegerField(source="was_seats", required=False, help_text="Left out if they stay as many.")
    nowSeats = serializers.IntegerField(source="now_seats", required=False)
    digest = serializers.CharField(help_text="Send it back to confirm what was shown.")


class AffectedDateSerializer(AffectedSerializer):
    """A date that saving its event would change."""

    startTime = UTCDateTimeField(source="date.starts_at", help_text="Now.")
    kind = serializers.ChoiceField(
        choices=["moved", "relocated", "end", "dropped"],
        help_text="moved: it starts at another time. relocated: only its place changes. end: only its end changes. "
        "dropped: the event loses it.",
    )
    newStartTime = UTCDateTimeField(source="to.starts_at", required=False, help_text="Left out for a dropped date.")
    newEndTime = UTCDateTimeField(source="to.ends_at", required=False)
    wasPlace = serializers.CharField(source="was_place", required=False, help_text="Left out if it stays.")
    nowPlace = serializers.CharField(source="now_place", required=False)
    choice = serializers.BooleanField(help_text="Whether its buyers could choose.")


class AffectedDatesSerializer(AffectedSerializer):
    """Whom saving an event would concern, all its dates together. Each person counts once."""

    dates = AffectedDateSerializer(many=True)
    digest = serializers.CharField(help_text="Send it back with the form to confirm what was shown.")


class EventPreviewSerializer(PreviewSerializer):
    """What saving an event would do."""

    affected = AffectedDatesSerializer(allow_null=True, help_text="null: saving concerns nobody.")

    class Meta:
        ref_name = "Preview"

    def to_representation(self, preview: Any) -> Any:
        affected = AffectedDatesSerializer(preview.affected).data if preview.affected else None
        return super().to_representation(preview.event) | {"affected": affected}


class DateChangeBegunSerializer(Serializer):
    _id = serializers.CharField(source="public_id")


class DateChangeSerializer(SparseSerializer):
    """How far a change has got. The numbers count bookings of orders; others were booked by hand."""

    _id = serializers.CharField(source="change.public_id")
    product = serializers.CharField(source="change.occurrence.event.public_id")
    startTime = UTCDateTimeField(source="change.was_start", help_text="Before the change.")
    kind = KindField(source="change.kind")
    to = UTCDateTimeField(source="change.to", required=False, help_text="The new start; left out for a canceled date.")
    place = serializers.CharField(
        source="change.to_place", required=False, help_text="The new place, if it is another."
    )
    reason = serializers.CharField(source="change.reason")
    answerUntil = UTCDateTimeField(
        source="change.answer_until", required=False, help_text="Left out if buyers have no choice."
    )
    status = serializers.ChoiceField(choices=Status.choices)
    total = serializers.IntegerField()
    told = serializers.IntegerField()
    kept = serializers.IntegerField(source="at_new_time")
    moved = serializers.IntegerField()
    refunded = serializers.IntegerField()
    undecided = serializers.IntegerField()
    failed = serializers.IntegerField(help_text="Refunds that PayPal refuses.")
    byHand = ByHandSerializer(many=True, source="by_hand", required=False, help_text="Left out if there are none.")


class StoryAnswersSerializer(Serializer):
    """Numbers of orders' bookings. Those of each outcome add up to the total."""

    total = serializers.IntegerField()
    told = serializers.IntegerField()
    atNewTime = serializers.IntegerField(source="at_new_time")
    moved = serializers.IntegerField(help_text="To another date.")
    refunded = serializers.IntegerField()
    undecided = serializers.IntegerField()
    failed = serializers.IntegerField(help_text="Refunds that PayPal refuses.")


class StorySerializer(Serializer):
    """What happened to a date once. An end that changed alone is a move to the same start."""

    kind = serializers.ChoiceField(choices=DateChange.Kind.choices, source="change.kind")
    at = UTCDateTimeField(source="change.at")
    by = serializers.CharField(
        source="change.by.get_full_name", default=None, allow_null=True, help_text="null: the shop did it."
    )
    reason = serializers.CharField(source="change.reason")
    wasStart = UTCDateTimeField(source="was.starts_at")
    wasEnd = UTCDateTimeField(source="was.ends_at")
    nowStart = UTCDateTimeField(source="now.starts_at")
    nowEnd = UTCDateTimeField(source="now.ends_at")
    wasPlace = serializers.CharField(
        source="change.was_place.text", required=False, help_text="Left out if the place stays."
    )
    nowPlace = serializers.CharField(source="change.now_place.text", required=False)
    wasSeats = serializers.IntegerField(
        source="change.was_seats", required=False, help_text="Left out if they stay as many."
    )
    nowSeats = serializers.IntegerField(source="change.now_seats", required=False)
    answerUntil = UTCDateTimeField(
        source="change.answer_until", allow_null=True, help_text="null: buyers had no choice."
    )
    source = serializers.ChoiceField(choices=DateChange.Source.choices, source="change.source")  # type: ignore[assignment]
    answers = StoryAnswersSerializer(allow_null=True, help_text="null: nobody with an order was asked or told.")

    def to_representation(self, entry: Any) -> dict[str, Any]:
        shown = super().to_representation(entry)
        same = {name for name in ("Place", "Seats") if shown[f"was{name}"] == shown[f"now{name}"]}
        return {name: value for name, value in shown.items() if name[3:] not in same}
