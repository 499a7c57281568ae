"""Serializers for the staff's API: history, revenue and guests."""

from typing import Any

from rest_framework import serializers

from bookings.models import Booking
from charityshop.api.fields import SparseSerializer, UTCDateTimeField, amount_field, leave_out
from charityshop.form_fields import TextField
from events.formatting import format_venue
from orders.models import Order
from orders.selectors.guests import Guest, GuestList
from purchases.api.serializers.orders import BuyerSerializer

Serializer = serializers.Serializer[Any]


class ReasonSerializer(Serializer):
    reason = TextField(max_length=500, error_messages={"required": "Enter a reason.", "blank": "Enter a reason."})


class ChangeSerializer(Serializer):
    field = serializers.CharField()
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)


class HistoryEntrySerializer(Serializer):
    """An entry of an order's history."""

    at = UTCDateTimeField()
    kind = serializers.ChoiceField(choices=["order", "audit", "payment", "refund"])
    did = serializers.CharField(help_text='What happened, such as "refund requested".')
    by = BuyerSerializer(allow_null=True, help_text="null if the shop or PayPal acted.")
    reason = serializers.CharField(allow_blank=True)
    changes = ChangeSerializer(many=True)
    amount = amount_field(allow_null=True)
    currency = serializers.CharField(allow_blank=True)
    status = serializers.CharField(allow_blank=True)
    paypalId = serializers.CharField(source="paypal_id", allow_blank=True)
    problem = serializers.CharField(allow_blank=True)


class ChosenSerializer(Serializer):
    """What guests answered to a question of their event."""

    question = serializers.CharField()
    chosen = serializers.CharField(help_text='How many seats chose what: "3 need a deck · 5 bring one".')


class GuestSerializer(Serializer):
    """A booking of a date. One made by staff is in the name of the staff user who made it.

    Friends who claimed a seat of it have their own rows, with `name` and `guestOf`.
    """

    _id = serializers.CharField(source="public_id", help_text="The booking's ID, or that of a friend's seat link.")
    name = serializers.CharField(required=False, help_text='Such as "Sam (guest of Ana Diaz)"; only for friends.')
    guestOf = serializers.CharField(source="guest_of", required=False, help_text="The buyer's name; only for friends.")
    firstName = serializers.CharField(source="first_name")
    lastName = serializers.CharField(source="last_name")
    email = serializers.CharField(help_text="Empty if a friend gave none.")
    reservationSeats = serializers.IntegerField(source="seats")
    status = serializers.ChoiceField(choices=Booking.Status.choices, source="booking.status")
    order = serializers.SerializerMethodField(help_text="null for a booking made by hand.")
    orderNumber = serializers.SerializerMethodField()
    orderStatus = serializers.SerializerMethodField()
    isTest = serializers.SerializerMethodField()
    reason = serializers.CharField(
        source="booking.reason", help_text="Why staff booked it by hand; empty for an order."
    )
    answers = ChosenSerializer(many=True, required=False, help_text="Left out if they answered nothing.")

    def to_representation(self, guest: Guest) -> dict[str, Any]:
        data = super().to_representation(guest)
        data = data if guest.answers else leave_out(data, "answers")
        return data if guest.link else leave_out(data, "name", "guestOf")

    def get_order(self, guest: Guest) -> str | None:
        return guest.order.public_id if guest.order else None

    def get_orderNumber(self, guest: Guest) -> str | None:
        return guest.order.number if guest.order else None

    def get_orderStatus(self, guest: Guest) -> str | None:
        return Order.Status(guest.order.present_status).value if guest.order else None

    def get_isTest(self, guest: Guest) -> bool:
        return bool(guest.order and guest.order.is_test)


class GuestListSerializer(SparseSerializer):
    product = serializers.CharField(source="occurrence.event.public_id")
    name = serializers.CharField(source="occurrence.event.name")
    place = serializers.SerializerMethodField(help_text="The venue's name. Empty: no place was given.")
    startTime = UTCDateTimeField(source="occurrence.starts_at")
    endTime = UTCDateTimeField(source="occurrence.ends_at")
    totalReservations = serializers.IntegerField(source="seats")
    maximumEventCapacity = serializers.IntegerField(source="occurrence.capacity")
    keptForDoor = serializers.IntegerField(
        source="held_for_door", help_text="Seats that phones at the door keep to sell without a connection."
    )
    answers = ChosenSerializer(many=True, required=False, help_text="Of all guests; left out if nobody answered.")
    guests = GuestSerializer(many=True)

    def get_place(self, found: GuestList) -> str:
        return format_venue(found.occurrence.venue.text)
