"""The dates that staff have before them."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bookings.selectors.events import list_next_dates
from charityshop.api.fields import UTCDateTimeField
from charityshop.api.permissions import IsShopAdmin


class NextDateSerializer(serializers.Serializer[Any]):
    """A date that is on now or comes next, for staff."""

    product = serializers.CharField(source="seats.event.public_id", help_text="The event's id.")
    name = serializers.CharField(source="seats.event.name", help_text="The event's name.")
    startTime = UTCDateTimeField(source="seats.occurrence.starts_at")
    endTime = UTCDateTimeField(source="seats.occurrence.ends_at")
    totalReservations = serializers.IntegerField(source="seats.taken", help_text="Seats sold, on hold or offered.")
    maximumEventCapacity = serializers.IntegerField(source="seats.capacity")
    isHidden = serializers.BooleanField(source="is_hidden", help_text="Whether only those who booked it know of it.")
    waiting = serializers.IntegerField(help_text="How many people wait for seats, without those who have an offer.")


class NextDatesView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="products_next_dates",
        responses={200: NextDateSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Return the dates that are on now and the next ones, soonest first, of hidden events those that are booked."""
        return Response(NextDateSerializer(list_next_dates(timezone.now()), many=True).data)
