"""Views for phones that sell: sales, seats that they keep, and the drawer."""

from drf_spectacular.utils import extend_schema
from rest_framework import status, viewsets
from rest_framework.request import Request
from rest_framework.response import Response

from charityshop.api.parsers import validated
from charityshop.api.schema import refusals
from door.api.authentication import DoorPhone, IsTill, authenticated_phone
from door.api.serializers import tills as till_serializers
from door.models import Drawer
from door.selectors.drawers import get_drawer, get_state
from door.services import allotments, drawers
from door.services.sell_at_door import sell_at_door


class TillViewSet(viewsets.ViewSet):
    authentication_classes = [DoorPhone]
    permission_classes = [IsTill]

    @extend_schema(
        request=till_serializers.SaleFormSerializer, responses={201: till_serializers.SaleSerializer} | refusals(409)
    )
    def sell(self, request: Request) -> Response:
        """Sell seats for cash, until the date ends."""
        sent = validated(till_serializers.SaleFormSerializer, request.data)
        sale = sell_at_door(phone_id=authenticated_phone(request).pk, **sent)
        return Response(till_serializers.SaleSerializer(sale).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        request=till_serializers.AllotmentFormSerializer,
        responses={200: till_serializers.AllotmentSerializer} | refusals(409),
    )
    def set_allotment(self, request: Request) -> Response:
        """Keep this number of seats for the phone, so that it can sell them without a connection."""
        sent = validated(till_serializers.AllotmentFormSerializer, request.data)
        kept = allotments.set_allotment(phone_id=authenticated_phone(request).pk, count=sent["seats"])
        return Response({"seats": kept})

    @extend_schema(responses={200: till_serializers.DrawerSerializer})
    def read_drawer(self, request: Request) -> Response:
        """Return the door's drawer. Before it is opened, it has no float."""
        return respond(get_drawer(authenticated_phone(request).door))

    @extend_schema(
        request=till_serializers.DrawerFormSerializer,
        responses={200: till_serializers.DrawerSerializer} | refusals(409),
    )
    def open_drawer(self, request: Request) -> Response:
        """Open the door's drawer with the change that is in it."""
        sent = validated(till_serializers.DrawerFormSerializer, request.data)
        return respond(drawers.open_drawer(door=authenticated_phone(request).door, **sent))

    @extend_schema(
        request=till_serializers.CountFormSerializer, responses={200: till_serializers.DrawerSerializer} | refusals(409)
    )
    def count_drawer(self, request: Request) -> Response:
        """Store what somebody counted. Two counts under two names must agree."""
        sent = validated(till_serializers.CountFormSerializer, request.data)
        return respond(drawers.count_drawer(door=authenticated_phone(request).door, **sent))

    @extend_schema(
        request=till_serializers.CloseDrawerSerializer,
        responses={200: till_serializers.DrawerSerializer} | refusals(409),
    )
    def close_drawer(self, request: Request) -> Response:
        """Close the counted drawer for good. If it is off, a reason is needed."""
        sent = validated(till_serializers.CloseDrawerSerializer, request.data)
        return respond(drawers.close_drawer(door=authenticated_phone(request).door, **sent))


def respond(drawer: Drawer | None) -> Response:
    return Response(till_serializers.DrawerSerializer(get_state(drawer)).data)
