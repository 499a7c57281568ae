"""Serializers for what a buyer may need right now."""

from typing import Any

from rest_framework import serializers

from changes.api.serializers.date_changes import kind_field
from charityshop.api.fields import UTCDateTimeField

Serializer = serializers.Serializer[Any]


class NextTicketSerializer(Serializer):
    """A ticket for today or tomorrow."""  # serializes an OrderLine

    order = serializers.CharField(source="order.public_id")
    name = serializers.CharField(help_text="The event's name.")
    startTime = UTCDateTimeField(source="booking.occurrence.starts_at")
    endTime = UTCDateTimeField(source="booking.occurrence.ends_at")


class NextOfferSerializer(Serializer):
    """Seats that a waiting list holds for the user."""  # serializes a Place

    product = serializers.CharField(source="entry.occurrence.event.public_id", help_text="The event's id.")
    name = serializers.CharField(source="entry.occurrence.event.name", help_text="The event's name.")
    startTime = UTCDateTimeField(source="entry.occurrence.starts_at")
    seats = serializers.IntegerField(source="offer.seats")
    until = UTCDateTimeField(source="offer.until", help_text="When the offer ends.")


class NextDecisionSerializer(Serializer):
    """What the user may choose because staff canceled or moved a date."""  # serializes an Entitlement

    order = serializers.CharField(source="line.order.public_id")
    name = serializers.CharField(source="line.name", help_text="The event's name.")
    kind = kind_field(source="date_change.kind")
    startTime = UTCDateTimeField(source="date_change.starts_at", help_text="Before the change.")
    until = UTCDateTimeField()


class NextUpSerializer(Serializer):
    """The soonest of each, or null."""

    ticket = NextTicketSerializer(allow_null=True)
    offer = NextOfferSerializer(allow_null=True)
    decision = NextDecisionSerializer(allow_null=True)
