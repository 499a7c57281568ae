"""Serializers for single bookings, which staff make and change by hand."""

from typing import Any

from rest_framework import serializers

from bookings.api.serializers.events import UTCDateTimeField
from bookings.models import Booking
from charityshop.form_fields import CodeField
from orders.api.serializers.order_input import SeatsField
from orders.models import OrderLine

Serializer = serializers.Serializer[Any]


class ConfirmBookingSerializer(Serializer):
    """The `user` and `status` that clients send are ignored."""

    product = CodeField(max_length=64)
    reservationSeats = SeatsField()
    bookingDate = CodeField(max_length=64)
    order = CodeField(max_length=64, required=False, allow_null=True, allow_blank=True)


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
