"""Serializers for what buyers do with paid bookings, and for single bookings, which staff make by hand."""

from typing import Any

from rest_framework import serializers

from bookings.models import MAX_REASON_LENGTH, Booking
from changes.models import Change
from changes.services.request_change import BookingOptions
from charityshop.api.fields import SparseSerializer, UTCDateTimeField, amount_field
from charityshop.exceptions import DomainError
from charityshop.form_fields import CodeField, LineField
from orders.models import OrderLine
from purchases.api.serializers.order_input import SeatsField
from purchases.api.serializers.orders import DateChangeChoiceSerializer, OrderChangeSerializer, OrderSerializer
from purchases.api.serializers.staff import ReasonSerializer

Serializer = serializers.Serializer[Any]


class RefundOptionSerializer(Serializer):
    """A refund or a gift. `amounts[n - 1]` is for n seats."""

    allowed = serializers.BooleanField()
    code = serializers.CharField(required=False, help_text="Why not: policy, too_old or already_in.")
    message = serializers.CharField(required=False)
    until = UTCDateTimeField(allow_null=True, help_text="null if the ticket can't be refunded at all.")
    isShortened = serializers.BooleanField(
        required=False, help_text="Left out unless the date starts earlier than when the ticket was sold."
    )
    amounts = serializers.ListField(child=amount_field(min_value=0))

    def to_representation(self, options: BookingOptions) -> dict[str, Any]:
        refusal = options.refusal
        why = serialize_refusal(refusal)
        until = UTCDateTimeField().to_representation(options.until) if options.until else None
        amounts = [amount_field().to_representation(amount) for amount in options.amounts]
        shortened = {"isShortened": True} if options.is_shortened else {}
        allowed = refusal is None and options.free_seats > 0
        return {"allowed": allowed, **why, "until": until, **shortened, "amounts": amounts}


def serialize_refusal(refusal: DomainError | None) -> dict[str, str]:
    return {"code": refusal.code, "message": refusal.message} if refusal else {}


class MoveDateSerializer(Serializer):
    startTime = UTCDateTimeField(source="occurrence.starts_at")
    countInStock = serializers.IntegerField(source="left")


class MoveOptionSerializer(Serializer):
    allowed = serializers.BooleanField(source="can_move", help_text="Whether a date has enough seats.")
    code = serializers.CharField(required=False, help_text="Why not, whatever the date: already_in.")
    message = serializers.CharField(required=False)
    dates = MoveDateSerializer(many=True)

    def to_representation(self, options: BookingOptions) -> dict[str, Any]:
        return super().to_representation(options) | serialize_refusal(options.move_refusal)


class BookingOptionsSerializer(SparseSerializer):
    """`dateChange` is left out unless the buyer may choose because staff changed the date."""

    _id = serializers.CharField(source="booking.public_id")
    seats = serializers.IntegerField(source="booking.seats")
    freeSeats = serializers.IntegerField(source="free_seats", help_text="Seats that can be returned.")
    inside = serializers.IntegerField(help_text="Seats of guests who are inside, which stay theirs.")
    refund = RefundOptionSerializer(source="*")
    gift = RefundOptionSerializer(source="*")
    move = MoveOptionSerializer(source="*")
    dateChange = DateChangeChoiceSerializer(source="entitlement", required=False)


class OrderOptionsSerializer(Serializer):
    bookings = BookingOptionsSerializer(many=True)


class ChangeRequestSerializer(Serializer):
    booking = CodeField(max_length=24)
    kind = serializers.ChoiceField(choices=Change.Kind.choices)
    seats = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="All that can be returned, if it is missing."
    )
    to = CodeField(required=False, allow_blank=True, max_length=64, help_text="The new date of a move.")
    amount = amount_field(min_value=0, help_text="The amount that the buyer was shown; 0 for a return or a move.")

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if data["kind"] == Change.Kind.MOVE and not data.get("to"):
            raise serializers.ValidationError({"to": "Choose a date."})
        return data


class BookingToMoveSerializer(Serializer):
    booking = CodeField(max_length=24)


class MovePreviewSerializer(Serializer):
    inside = serializers.IntegerField(source="total", help_text="People who came in with the booking's passes.")


class MoveBookingSerializer(ReasonSerializer, BookingToMoveSerializer):
    to = CodeField(max_length=64, help_text="The start of another upcoming date of the event.")


class ChangedOrderSerializer(Serializer):
    change = OrderChangeSerializer()
    order = OrderSerializer()


class ConfirmBookingSerializer(Serializer):
    """The `user` and `status` that clients send are ignored."""

    product = CodeField(max_length=64)
    reservationSeats = SeatsField()
    bookingDate = CodeField(max_length=64)
    order = CodeField(max_length=64, required=False, allow_null=True, allow_blank=True)
    reason = LineField(
        max_length=MAX_REASON_LENGTH, required=False, allow_blank=True, help_text="Why staff book by hand."
    )


class ChangeBookingSerializer(Serializer):
    status = serializers.ChoiceField(choices=["pending", "confirmed", "cancelled", "refunded"])


class BookingSerializer(Serializer):
    """A single booking."""

    _id = serializers.CharField(source="public_id")
    product = serializers.CharField(source="occurrence.event.public_id")
    reservationSeats = serializers.IntegerField(source="seats")
    bookingDate = UTCDateTimeField(source="occurrence.starts_at")
    status = serializers.ChoiceField(choices=Booking.Status.choices)
    order = serializers.SerializerMethodField(help_text="null for a booking made by hand.")
    user = serializers.CharField(source="user.public_id")

    def get_order(self, booking: Booking) -> str | None:
        line = OrderLine.objects.filter(booking=booking).select_related("order").first()
        return line.order.public_id if line else None
