"""Join waiting lists, and read them. Leaving them is in `changes`."""

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from bookings.api.serializers import waiting as serializers
from bookings.api.views.events import parse_when
from bookings.selectors import waiting as waiting_selectors
from bookings.services.waiting_list import join_waiting_list
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin, IsSignedIn
from charityshop.api.schema import refusals
from charityshop.exceptions import BadRequest
from events.models import Event
from events.selectors import get_date


class OwnWaitingView(APIView):
    """One's own places on waiting lists."""

    permission_classes = [IsSignedIn]

    @extend_schema(responses={200: serializers.WaitingEntrySerializer(many=True)})
    def get(self, request: Request) -> Response:
        """Return the user's entries on dates that are not over, newest first."""
        places = waiting_selectors.list_own_places(authenticated_user(request), timezone.now())
        return Response(serializers.WaitingEntrySerializer(places, many=True).data)

    @extend_schema(
        request=serializers.JoinSerializer, responses={201: serializers.WaitingEntrySerializer} | refusals(404, 409)
    )
    def post(self, request: Request) -> Response:
        """Join the waiting list of a full date."""
        sent = validated(serializers.JoinSerializer, request.data)
        entry = join_waiting_list(**sent, by=authenticated_user(request))
        place = waiting_selectors.get_place(entry, timezone.now())
        return Response(serializers.WaitingEntrySerializer(place).data, status=status.HTTP_201_CREATED)


class WaitingListView(APIView):
    """The waiting list of a date, for staff."""

    permission_classes = [IsShopAdmin]

    @extend_schema(
        parameters=[OpenApiParameter("startTime", str, required=True, description="The date's start.")],
        responses={200: serializers.WaitingListSerializer},
    )
    def get(self, request: Request, public_id: str) -> Response:
        event = get_object_or_404(Event, public_id=public_id)
        text = request.query_params.get("startTime")
        if not text:
            raise BadRequest("startTime has to name a date.", errors={"startTime": ["Enter the date's start."]})
        date = get_date(event.occurrences.all(), parse_when(text, "startTime"))
        found = waiting_selectors.get_waiting_list(date, timezone.now())
        return Response(serializers.WaitingListSerializer(found).data)
