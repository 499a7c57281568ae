"""Serializers of a date's door, as organizers see it."""

from typing import Any

from rest_framework import serializers

from bookings.api.serializers.event_input import DayOrDatetimeInputField
from charityshop.api.fields import KeywordSerializer, UTCDateTimeField, amount_field
from charityshop.form_fields import CodeField
from door.api.serializers.tills import DrawerSerializer, NumberField
from door.conflicts import CONFLICTS
from door.models import MAX_NOTE_LENGTH, DoorLink
from door.selectors.evenings import NextEvening
from door.sent_entries import MAX_SEATS, MAX_SEQ
from events.formatting import format_venue

Serializer = serializers.Serializer[Any]


class NextDateSerializer(KeywordSerializer):
    """A date that is on now or comes next, for staff."""

    product = serializers.CharField(source="date.seats.event.public_id", help_text="The event's id.")
    name = serializers.CharField(source="date.seats.event.name", help_text="The event's name.")
    place = serializers.SerializerMethodField(help_text="The venue's name. Empty: no place was given.")
    startTime = UTCDateTimeField(source="date.seats.occurrence.starts_at")
    endTime = UTCDateTimeField(source="date.seats.occurrence.ends_at")
    totalReservations = serializers.IntegerField(source="date.seats.taken", help_text="Seats sold, on hold or offered.")
    maximumEventCapacity = serializers.IntegerField(source="date.seats.capacity")
    left = serializers.IntegerField(source="date.seats.left", help_text="Seats for sale.")
    price = amount_field(help_text="Of one of them, with tax.")
    guests = serializers.IntegerField(source="evening.guests", help_text="Seats that are sold.")
    in_ = serializers.IntegerField(source="evening.inside", help_text="People inside.")
    isHidden = serializers.BooleanField(
        source="date.is_hidden", help_text="Whether only those who booked it know of it."
    )
    waiting = serializers.IntegerField(
        source="date.waiting", help_text="How many people wait for seats, without those who have an offer."
    )

    def get_place(self, shown: NextEvening) -> str:
        return format_venue(shown.date.seats.occurrence.venue.text)


class RecentEntrySerializer(Serializer):
    """Guests who came in."""

    device = serializers.CharField(source="phone.public_id", help_text="The ID of the phone.")
    seq = serializers.IntegerField()
    h = serializers.CharField(allow_null=True, help_text="The hash of the ticket's code; null without a ticket.")
    at = UTCDateTimeField()
    seats = serializers.IntegerField()
    by = serializers.CharField(help_text="The volunteer's first name.")
    conflict = serializers.ChoiceField(choices=CONFLICTS, allow_null=True)


class ConflictSerializer(RecentEntrySerializer):
    name = serializers.CharField(allow_null=True, help_text="The guest; null without a ticket of this date.")
    giveBack = amount_field(
        source="give_back", allow_null=True, help_text="The cash of a sale for which there were no seats."
    )


class LinkSerializer(Serializer):
    _id = serializers.CharField(source="public_id")
    role = serializers.ChoiceField(choices=DoorLink.Role.choices)
    endsAt = UTCDateTimeField(source="ends_at")
    revokedAt = UTCDateTimeField(source="revoked_at", allow_null=True)


class NewLinkSerializer(Serializer):
    """A link with its secrets, which are shown once."""

    _id = serializers.CharField(source="link.public_id")
    role = serializers.ChoiceField(choices=DoorLink.Role.choices, source="link.role")
    url = serializers.URLField()
    pin = serializers.CharField()
    endsAt = UTCDateTimeField(source="link.ends_at")


class PhoneSerializer(Serializer):
    """A phone that has been at the door."""

    device = serializers.CharField(source="public_id", help_text="As in its entries.")
    name = serializers.CharField(help_text="The volunteer's first name.")
    role = serializers.ChoiceField(choices=DoorLink.Role.choices, source="link.role")
    link = serializers.CharField(source="link.public_id")
    queued = serializers.IntegerField(help_text="Entries that it still had to send.")
    isSignedIn = serializers.BooleanField(source="is_signed_in")
    lastEntryAt = UTCDateTimeField(source="last_entry_at", allow_null=True)


class UnusableEntrySerializer(Serializer):
    """What a phone sent and the shop can't use. Cash may have been taken for it."""

    device = serializers.CharField(source="phone.public_id", help_text="The ID of the phone that sent it.")
    at = UTCDateTimeField(source="received_at", help_text="When it arrived.")
    by = serializers.CharField(source="name", help_text="The volunteer's first name.")
    code = serializers.CharField(help_text="Why, as the phone was told.")
    amount = amount_field(allow_null=True, help_text="Of the cash, if it is an amount.")
    seats = serializers.IntegerField(allow_null=True, help_text="How many guests it is about, if it says a number.")
    sent = serializers.CharField(help_text="As it was sent, in JSON. Empty once it was erased.")


class LateMoveSerializer(Serializer):
    at = UTCDateTimeField(source="created_at")
    amount = amount_field(help_text="In USD; negative if cash was taken out.")
    reason = serializers.CharField(help_text="Empty for a sale.")


class DoorDrawerSerializer(DrawerSerializer):
    """A drawer as organizers see it once it was opened."""

    float = amount_field()
    reason = serializers.CharField(help_text="Why it was off.")
    late = LateMoveSerializer(
        many=True, help_text="Cash that phones reported too late for it, which it doesn't expect."
    )


class DoorSerializer(KeywordSerializer):
    """The door of a date."""

    _id = serializers.CharField(source="door.public_id")
    product = serializers.CharField(source="door.occurrence.event.public_id")
    startTime = UTCDateTimeField(source="door.occurrence.starts_at")
    endTime = UTCDateTimeField(source="door.occurrence.ends_at")
    closedAt = UTCDateTimeField(source="door.closed_at", allow_null=True)
    guests = serializers.IntegerField(help_text="Seats that are sold.")
    left = serializers.IntegerField(help_text="Seats that the door can sell.")
    price = amount_field(help_text="Of one of them, with tax.")
    links = LinkSerializer(many=True)
    devices = PhoneSerializer(source="phones", many=True)
    conflicts = ConflictSerializer(many=True, help_text="Admissions that need attention.")
    unusable = UnusableEntrySerializer(many=True, help_text="What phones sent and the shop can't use.")
    drawer = DoorDrawerSerializer(allow_null=True, help_text="null before it is opened.")
    cash = LateMoveSerializer(many=True, help_text="What phones reported while no drawer was opened.")
    in_ = serializers.IntegerField(source="inside", help_text="People inside.")


class UndoableEntrySerializer(Serializer):
    """An entry of the guest list that its button undoes."""

    guest = serializers.CharField(help_text="The ID on the guest list.")
    device = serializers.CharField(source="entry.phone.public_id")
    seq = serializers.IntegerField(source="entry.seq")
    until = UTCDateTimeField(help_text="Until when it is shown. Organizers can undo it at the door later.")


class DoorOfDateSerializer(KeywordSerializer):
    """What the guest list shows of the door."""

    night = serializers.CharField(
        source="door", allow_null=True, help_text="The ID of the door; null if it was never opened."
    )
    inside = serializers.DictField(
        child=serializers.IntegerField(), help_text="Seats inside by the IDs of the guest list."
    )
    in_ = serializers.IntegerField(source="total", help_text="People inside.")
    guests = serializers.IntegerField(help_text="Seats that are sold.")
    left = serializers.IntegerField(help_text="Seats that the door can sell.")
    price = amount_field(help_text="Of one of them, with tax.")
    undoable = UndoableEntrySerializer(many=True, help_text="What staff recorded here in the last minutes.")
    refusal = serializers.CharField(
        allow_null=True, help_text="Why nobody can be checked in; null if guests can be, once the door is open."
    )
    earlier = serializers.ListField(
        child=serializers.CharField(), help_text="IDs of doors that were closed before the date moved to another day."
    )


class CheckInSerializer(Serializer):
    guest = CodeField(max_length=24, help_text="The ID on the guest list.")
    inside = NumberField(min_value=1, max_value=MAX_SEATS, help_text="How many of the guest's seats are inside then.")


class OwnEntrySerializer(Serializer):
    """An entry, as undoing names it."""

    device = serializers.CharField(source="phone.public_id")
    seq = serializers.IntegerField()


class CheckedInSerializer(Serializer):
    inside = serializers.IntegerField(help_text="Of the guest's seats.")
    entries = OwnEntrySerializer(many=True, help_text="What was recorded. Empty if they were in already.")


class OpenDoorSerializer(Serializer):
    product = CodeField(max_length=24)
    bookingDate = DayOrDatetimeInputField()


class NewLinkFormSerializer(Serializer):
    role = serializers.ChoiceField(choices=DoorLink.Role.choices)


class UndoSerializer(Serializer):
    device = CodeField(source="phone", max_length=36, help_text="The ID of the phone, or its number.")
    seq = NumberField(min_value=1, max_value=MAX_SEQ)
    reason = serializers.CharField(
        max_length=MAX_NOTE_LENGTH, error_messages={"required": "Enter a reason.", "blank": "Enter a reason."}
    )


class CloseSerializer(Serializer):
    force = serializers.BooleanField(required=False, default=False, help_text="Close although entries are not sent.")
