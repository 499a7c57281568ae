"""Serializers for seats that buyers give away."""

from typing import Any

from rest_framework import serializers

from bookings.api.serializers.events import LocationField
from bookings.api.serializers.passes import PassSerializer
from bookings.models import MAX_GUEST_NAME_LENGTH, SeatLink
from bookings.selectors.seat_links import STATUSES, Seat
from charityshop.api.fields import KeywordSerializer, SparseSerializer, UTCDateTimeField, leave_out
from charityshop.form_fields import EmailField, LineField, messages_for

MAX_LINKS = 16  # in one request; the result of a request key stores their IDs
Serializer = serializers.Serializer[Any]


class NewLinksSerializer(Serializer):
    count = serializers.IntegerField(
        min_value=1,
        max_value=MAX_LINKS,
        error_messages={
            "required": "Choose how many seats to give away.",
            "min_value": "Choose at least 1 seat.",
            "max_value": f"Choose at most {MAX_LINKS} seats at once.",
        },
    )


class SeatLinkSerializer(SparseSerializer):
    """A link as its owner sees it. `url` is null unless the seat can still be claimed."""

    _id = serializers.CharField(source="public_id")
    url = serializers.URLField(allow_null=True)
    status = serializers.ChoiceField(choices=SeatLink.State.choices, source="state")
    firstName = serializers.CharField(source="first_name", required=False, help_text="The guest's; only once claimed.")


class SeatLinksSerializer(Serializer):
    links = SeatLinkSerializer(many=True)


class BookingLinksSerializer(SeatLinksSerializer):
    """The links of a booking that were not revoked."""

    seatsLeft = serializers.IntegerField(source="seats_left", help_text="Seats that can still be given away.")
    inside = serializers.IntegerField(help_text="Guests who are inside with the buyer's codes.")


class SeatSerializer(KeywordSerializer):
    """A seat as the holder of its link sees it."""

    product = serializers.CharField(
        source="event.public_id", required=False, help_text="The ID of the event; only once its date is over."
    )
    name = serializers.CharField(source="event.name")
    startTime = UTCDateTimeField(source="occurrence.starts_at")
    endTime = UTCDateTimeField(source="occurrence.ends_at")
    eventLocation = LocationField(source="occurrence.venue")
    minAge = serializers.IntegerField(
        source="event.min_age", allow_null=True, help_text="How old guests have to be; null: any age."
    )
    status = serializers.ChoiceField(choices=STATUSES)
    isCanceled = serializers.BooleanField(
        source="is_canceled", required=False, help_text="Whether the date is over because it was canceled."
    )
    firstName = serializers.CharField(
        source="link.first_name", required=False, help_text="The guest's; only for the link of the guest's ticket."
    )
    calendarSequence = serializers.IntegerField(
        source="link.calendar_sequence",
        required=False,
        help_text="The SEQUENCE of the guest's latest calendar invitation; only for the link of the guest's ticket.",
    )

    from_ = serializers.CharField(source="buyer_name", help_text="The first name of the buyer who gave the seat.")
    pass_ = PassSerializer(
        source="guest_pass", required=False, allow_null=True, help_text="Only for the link of the guest's ticket."
    )

    def to_representation(self, seat: Seat) -> dict[str, Any]:
        data = super().to_representation(seat)
        if data["status"] != "over":
            data = leave_out(data, "product", "isCanceled")
        return data if seat.is_ticket else leave_out(data, "firstName", "calendarSequence", "pass")


class ClaimSeatSerializer(Serializer):
    firstName = LineField(
        max_length=MAX_GUEST_NAME_LENGTH,
        error_messages=messages_for(
            "Enter your first name.", max_length=f"Use at most {MAX_GUEST_NAME_LENGTH} characters."
        ),
    )
    email = EmailField(required=False, allow_blank=True)


class TicketSerializer(Serializer):
    ticketUrl = serializers.URLField(source="ticket_url", help_text="The guest's own link.")
