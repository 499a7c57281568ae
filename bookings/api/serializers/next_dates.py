"""Serialize the dates that staff have before them."""

from typing import Any

from rest_framework import serializers

from bookings.api.serializers.events import UTCDateTimeField


class NextDateSerializer(serializers.Serializer[Any]):
    """A date that is on now or comes next, for staff."""  # serializes a NextDate

    product = serializers.CharField(source="seats.event.public_id", help_text="The event's id.")
    name = serializers.CharField(source="seats.event.name", help_text="The event's name.")
    startTime = UTCDateTimeField(source="seats.occurrence.starts_at")
    endTime = UTCDateTimeField(source="seats.occurrence.ends_at")
    totalReservations = serializers.IntegerField(source="seats.taken", help_text="Seats sold, on hold or offered.")
    maximumEventCapacity = serializers.IntegerField(source="seats.capacity")
    waiting = serializers.IntegerField(help_text="How many people wait for seats, without those who have an offer.")
