"""Serializers of the calls that volunteers' phones make."""

from typing import Any
from uuid import UUID

from rest_framework import serializers

from charityshop.api.fields import KeywordSerializer, SparseSerializer, UTCDateTimeField, amount_field, leave_out
from charityshop.exceptions import BadRequest
from charityshop.form_fields import CodeField, LineField, messages_for
from door.api.serializers.doors import RecentEntrySerializer
from door.conflicts import CONFLICTS
from door.models import MAX_NAME_LENGTH, Door, DoorLink
from events.formatting import format_venue

MAX_ENTRIES = 200
MAX_QUEUED = 1_000_000
PASS_STATES = ("valid", "refunded", "replaced", "moved")
DRAWER_STATES = ("open", "closed")
ANSWERS = ("stored", "repeated", "unusable")
Serializer = serializers.Serializer[Any]


# --- What phones send ------------------------------------------------------------------------------------------------


class PhoneIDField(serializers.UUIDField):
    """A phone's own random ID. Unlike its base class, accept no integers, which name nobody's phone."""

    def to_internal_value(self, data: Any) -> UUID:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class LinkKeySerializer(Serializer):
    key = CodeField(max_length=200, help_text="From the link's fragment.")


class EnterSerializer(LinkKeySerializer):
    pin = CodeField(max_length=20, error_messages=messages_for("Enter the PIN."))
    name = LineField(
        max_length=MAX_NAME_LENGTH,
        error_messages=messages_for("Enter your first name.", max_length=f"Use at most {MAX_NAME_LENGTH} characters."),
    )
    device = PhoneIDField(help_text="The phone's own random ID.")


class OriginalSerializer(Serializer):
    """An earlier number of the phone, or one that it had at another date."""

    device = PhoneIDField()
    night = CodeField(max_length=24)


class BatchSerializer(Serializer):
    entries = serializers.ListField(child=serializers.DictField(), allow_empty=True, help_text="The oldest first.")

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Refuse too many entries before looking at each of them."""
        entries = data.get("entries")
        if isinstance(entries, list) and len(entries) > MAX_ENTRIES:
            raise BadRequest(f"Send at most {MAX_ENTRIES} entries at once.", code="too_many_entries")
        found: dict[str, Any] = super().to_internal_value(data)
        return found


class EntriesSerializer(BatchSerializer):
    """Entries of the phone."""

    device = PhoneIDField()
    original = OriginalSerializer(required=False, help_text="Under which the entries were made, if not as `device`.")
    sentAt = serializers.DateTimeField(source="sent_at", help_text="By the phone's clock.")
    queued = serializers.IntegerField(
        min_value=0, max_value=MAX_QUEUED, help_text="Entries that it has to send, with these."
    )


# --- What they are answered ------------------------------------------------------------------------------------------


class DateSerializer(Serializer):
    """The date, without anything that phones need not know."""

    name = serializers.CharField(source="occurrence.event.name")
    startTime = UTCDateTimeField(source="occurrence.starts_at")
    endTime = UTCDateTimeField(source="occurrence.ends_at")


class PhoneDoorSerializer(DateSerializer):
    _id = serializers.CharField(source="public_id")


class LinkedDoorSerializer(DateSerializer):
    """What anybody with the link reads before the PIN: what it is for."""

    place = serializers.SerializerMethodField(help_text="The venue's name. Empty: no place was given.")
    isCanceled = serializers.BooleanField(source="is_canceled", help_text="true: it doesn't take place.")

    def get_place(self, door: Door) -> str:
        return format_venue(door.occurrence.venue.text)


class ListedDoorSerializer(Serializer):
    """The same, and what its seats cost."""

    _id = serializers.CharField(source="door.public_id")
    product = serializers.CharField(source="door.occurrence.event.public_id")
    name = serializers.CharField(source="door.occurrence.event.name")
    startTime = UTCDateTimeField(source="door.occurrence.starts_at")
    endTime = UTCDateTimeField(source="door.occurrence.ends_at")
    isCanceled = serializers.BooleanField(source="door.is_canceled", help_text="true: it doesn't take place.")
    totals = serializers.ListField(child=amount_field(), help_text="What 1, 2, 3… seats cost together, in USD.")
    ages = serializers.SerializerMethodField(help_text='"21+: check ID", as phones say it; empty: any age.')
    taxRate = serializers.FloatField(
        source="tax_rate",
        help_text="The share of tax in them. A sale that is reported later has the one it was made with.",
    )

    def get_ages(self, listed: Any) -> str:
        ages = listed["door"].occurrence.event.ages
        return f"{ages}: check ID" if ages else ""


class EnteredSerializer(Serializer):
    role = serializers.ChoiceField(choices=DoorLink.Role.choices, source="link.role")
    night = PhoneDoorSerializer(source="phone.door")
    device = serializers.UUIDField(source="phone.uuid")
    now = UTCDateTimeField()


class ListedPassSerializer(SparseSerializer, KeywordSerializer):
    """A ticket without its code."""

    h = serializers.CharField(help_text="The hash of its code.")
    b = serializers.IntegerField(help_text="Groups the passes of a booking.")
    name = serializers.CharField(help_text="First name and initial.")
    seats = serializers.IntegerField()
    state = serializers.ChoiceField(choices=PASS_STATES)
    to = UTCDateTimeField(allow_null=True, help_text="The date of a moved pass.")
    byLink = serializers.BooleanField(
        source="by_link", required=False, help_text="true: a late guest paid for it by a till's link. Else left out."
    )
    in_ = serializers.IntegerField(source="inside")
    answers = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(allow_null=True)),
        required=False,
        help_text="By question, what each of its seats chose; null without an answer. Left out if nothing is asked.",
    )

    def to_representation(self, listed: Any) -> dict[str, Any]:
        data = super().to_representation(listed)
        return data if listed.answers else leave_out(data, "answers")


class DoorQuestionSerializer(Serializer):
    """What the event asks its guests."""

    text = serializers.CharField()
    choices = serializers.ListField(child=serializers.CharField())
    together = serializers.BooleanField(help_text="Whether pairings put equal answers at one table.")


class ListSerializer(Serializer):
    """What a phone has to know to let guests in without a connection."""

    night = ListedDoorSerializer(source="*")
    price = amount_field(help_text="Of one seat at the door, in USD.")
    allotment = serializers.IntegerField(help_text="Seats that this phone may sell without a connection.")
    left = serializers.IntegerField(required=False, help_text="For a till: seats that it can sell with a connection.")
    payUrl = serializers.CharField(
        source="pay_url",
        required=False,
        help_text="For a till: the link by which late guests pay with their own phones, while they can.",
    )
    drawer = serializers.ChoiceField(
        choices=DRAWER_STATES, allow_null=True, required=False, help_text="For a till; null before it is opened."
    )
    seen = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="By phone, the highest number of its entries before any gap. Only the phone itself is named by its "
        "number, here and in `recent`; others are named by their IDs.",
    )
    questions = DoorQuestionSerializer(many=True, required=False, help_text="Left out if there are none.")
    passes = ListedPassSerializer(many=True)
    recent = RecentEntrySerializer(many=True)
    now = UTCDateTimeField()

    def to_representation(self, listed: Any) -> dict[str, Any]:
        """Name the phone's own entries by its number, and leave out the drawer where nobody sells."""
        data: dict[str, Any] = super().to_representation(listed)
        for entry, shown in zip(listed["recent"], data["recent"], strict=True):
            if entry.phone.pk == listed["phone"].pk:
                shown["device"] = str(entry.phone.uuid)
        data = data if "drawer" in listed else leave_out(data, "drawer")
        return data if listed["questions"] else leave_out(data, "questions")


class ResultSerializer(SparseSerializer, KeywordSerializer):
    seq = serializers.JSONField(help_text="As it was sent.")
    answer = serializers.ChoiceField(choices=ANSWERS)
    code = serializers.CharField(required=False, help_text="Why it is unusable.")
    conflict = serializers.ChoiceField(choices=CONFLICTS, allow_null=True)
    seats = serializers.IntegerField(allow_null=True, help_text="Of its ticket.")
    in_ = serializers.IntegerField(source="inside", allow_null=True, help_text="Of its ticket.")


class EntriesAnswerSerializer(Serializer):
    now = UTCDateTimeField()
    seen = serializers.IntegerField(help_text="The highest number before any gap.")
    results = ResultSerializer(many=True)
