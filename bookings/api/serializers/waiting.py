"""Serializers for waiting lists."""

from typing import Any

from rest_framework import serializers

from accounts.api.serializers import NamedUserFields
from bookings.models import MAX_SEATS, WaitingEntry
from charityshop.api.fields import UTCDateTimeField
from charityshop.form_fields import CodeField

Shape = serializers.Serializer[Any]
BETWEEN = f"Choose 1 to {MAX_SEATS} seats."
SEAT_LIMITS: dict[str, Any] = {
    "min_value": 1,
    "max_value": MAX_SEATS,
    "error_messages": {"min_value": BETWEEN, "max_value": BETWEEN},
}


class JoinSerializer(Shape):
    product = CodeField(max_length=64)
    bookingDate = CodeField(max_length=64, help_text="The date's start, or its day.")
    seats = serializers.IntegerField(**SEAT_LIMITS)
    seatsAtLeast = serializers.IntegerField(
        **SEAT_LIMITS,
        required=False,
        allow_null=True,
        help_text="Offer fewer seats, down to this number. Default: all.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        at_least = attrs.get("seatsAtLeast") or attrs["seats"]
        if at_least > attrs["seats"]:
            raise serializers.ValidationError({"seatsAtLeast": "This can't be more than the seats you wait for."})
        return {
            "product": attrs["product"],
            "booking_date": attrs["bookingDate"],
            "count": attrs["seats"],
            "at_least": at_least,
        }


class OfferSerializer(Shape):
    seats = serializers.IntegerField()
    until = UTCDateTimeField(help_text="When the offer ends.")
    isOrdered = serializers.BooleanField(
        source="is_ordered", help_text="The buyer's unpaid order has these seats. Ordering them again replaces it."
    )


class WaitingEntrySerializer(Shape):
    """An entry on the waiting list of a date."""  # serializes a Place

    _id = serializers.CharField(source="entry.public_id")
    product = serializers.CharField(source="entry.occurrence.event.public_id", help_text="The event's id.")
    name = serializers.CharField(source="entry.occurrence.event.name", help_text="The event's name.")
    startTime = UTCDateTimeField(source="entry.occurrence.starts_at")
    seats = serializers.IntegerField(source="entry.seats")
    seatsAtLeast = serializers.IntegerField(source="entry.at_least")
    status = serializers.ChoiceField(choices=WaitingEntry.Status.choices)
    position = serializers.IntegerField(allow_null=True, help_text="From 1, while the status is waiting.")
    offer = OfferSerializer(allow_null=True, help_text="Seats that are held for the buyer.")


class WaitingUserSerializer(NamedUserFields):
    pass


class StaffWaitingEntrySerializer(WaitingEntrySerializer):
    user = WaitingUserSerializer(source="entry.user")
    joinedAt = UTCDateTimeField(source="entry.created_at")


class WaitingListSerializer(Shape):
    """The waiting list of a date, for staff."""

    startTime = UTCDateTimeField(source="date.starts_at")
    entries = StaffWaitingEntrySerializer(source="places", many=True, help_text="In joining order.")
    freeSeats = serializers.IntegerField(source="free", help_text="Neither sold, on hold nor offered.")
    promisedSeats = serializers.IntegerField(source="offered", help_text="Seats in offers that have not ended.")
