"""Serializers of the calls of late guests, who pay with their own phones."""

from typing import Any

from rest_framework import serializers

from charityshop.api.fields import UTCDateTimeField, amount_field
from door.api.serializers.tills import NumberField, paid_field
from door.sent_entries import MAX_SEATS

Serializer = serializers.Serializer[Any]


class AskedSeatsSerializer(Serializer):
    seats = serializers.IntegerField(min_value=1, max_value=MAX_SEATS, default=1)


class LateOfferSerializer(Serializer):
    """The date that the link sells, and what the seats that were asked for cost this visitor."""

    product = serializers.CharField(source="date.event.public_id")
    startTime = UTCDateTimeField(source="date.starts_at")
    endTime = UTCDateTimeField(source="date.ends_at")
    left = serializers.IntegerField(help_text="Seats that are for sale.")
    itemsPrice = amount_field(source="totals.items")
    shippingPrice = amount_field(source="totals.shipping")
    taxPrice = amount_field(source="totals.tax")
    totalPrice = amount_field(source="totals.total")


class LateOrderFormSerializer(Serializer):
    seats = NumberField(min_value=1, max_value=MAX_SEATS)
    totalPrice = paid_field(source="total", help_text="What the guest saw. If it is more by now, no seat is held.")


class LateOrderSerializer(Serializer):
    _id = serializers.CharField(source="public_id", help_text="Of the order.")
