"""Views with which organizers open, watch and close the door of a date, and refund in cash."""

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status, viewsets
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from charityshop.api.idempotency import get_request_key
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import IDEMPOTENCY_KEY, refusals
from door.api.serializers import doors as serializers
from door.api.serializers import tills as till_serializers
from door.models import Door, DoorLink, Drawer
from door.selectors.doors import get_door_of_date, get_report
from door.selectors.drawers import get_state
from door.selectors.evenings import list_next_evenings
from door.services import doors, drawers
from door.services.check_in import check_in_guest
from door.services.give_back_cash import give_back_cash
from events.models import Event
from events.selectors import get_date
from orders.models import Order

DATE = [OpenApiParameter("product", str, required=True), OpenApiParameter("bookingDate", str, required=True)]


class NextDatesView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(responses={200: serializers.NextDateSerializer(many=True)})
    def get(self, request: Request) -> Response:
        """Return the dates that are on now and the next ones, soonest first, of hidden events those that are booked."""
        return Response(serializers.NextDateSerializer(list_next_evenings(timezone.now()), many=True).data)


class DoorViewSet(viewsets.GenericViewSet[Door]):
    permission_classes = [IsShopAdmin]
    serializer_class = serializers.DoorSerializer
    queryset = Door.objects.select_related("occurrence")
    lookup_field = "public_id"

    @extend_schema(
        operation_id="door_of_date", parameters=DATE, responses={200: serializers.DoorOfDateSerializer} | refusals(404)
    )
    def read_of_date(self, request: Request) -> Response:
        """Return whether the door of a date was opened, and who is in."""
        sent = validated(serializers.OpenDoorSerializer, request.query_params)
        event = get_object_or_404(Event, public_id=sent["product"])
        date = get_date(event.occurrences.all(), sent["bookingDate"])
        return Response(serializers.DoorOfDateSerializer(get_door_of_date(date)).data)

    @extend_schema(
        request=serializers.OpenDoorSerializer,
        responses={200: serializers.DoorSerializer, 201: serializers.DoorSerializer} | refusals(404),
    )
    def open(self, request: Request) -> Response:
        """Open the door of a date (201), or return it (200)."""
        sent = validated(serializers.OpenDoorSerializer, request.data)
        event = get_object_or_404(Event, public_id=sent["product"])
        when = sent["bookingDate"]
        door, is_new = doors.open_door(event_id=event.pk, when=when, by=authenticated_user(request))
        return self.respond(door, status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)

    def retrieve(self, request: Request, public_id: str) -> Response:
        return self.respond(self.get_object())

    @extend_schema(request=serializers.UndoSerializer)
    def undo(self, request: Request, public_id: str) -> Response:
        """Undo an admission that a phone recorded."""
        sent = validated(serializers.UndoSerializer, request.data)
        door = self.get_object()
        doors.undo_entry(door_id=door.pk, **sent, by=authenticated_user(request))
        return self.respond(door)

    @extend_schema(
        request=serializers.CheckInSerializer, responses={200: serializers.CheckedInSerializer} | refusals(409)
    )
    def check_in(self, request: Request, public_id: str) -> Response:
        """Check a guest in from the guest list. Repeating it changes nothing."""
        sent = validated(serializers.CheckInSerializer, request.data)
        checked_in = check_in_guest(door_id=self.get_object().pk, **sent, by=authenticated_user(request))
        return Response(serializers.CheckedInSerializer(checked_in).data)

    @extend_schema(request=serializers.CloseSerializer, responses={200: serializers.DoorSerializer} | refusals(409))
    def close(self, request: Request, public_id: str) -> Response:
        """Close the door. Its links end; phones can still send what they recorded."""
        sent = validated(serializers.CloseSerializer, request.data)
        door = self.get_object()
        doors.close_door(door_id=door.pk, force=sent["force"], by=authenticated_user(request))
        return self.respond(door)

    @extend_schema(
        request=serializers.NewLinkFormSerializer, responses={201: serializers.NewLinkSerializer} | refusals(409)
    )
    def create_link(self, request: Request, public_id: str) -> Response:
        """Create a link and its PIN, which are shown once."""
        sent = validated(serializers.NewLinkFormSerializer, request.data)
        role = DoorLink.Role(sent["role"])
        created = doors.create_link(door_id=self.get_object().pk, role=role, by=authenticated_user(request))
        return Response(serializers.NewLinkSerializer(created).data, status=status.HTTP_201_CREATED)

    @extend_schema(responses={204: None})
    def revoke_link(self, request: Request, public_id: str) -> Response:
        """Revoke a link. Its phones are signed out."""
        link = get_object_or_404(DoorLink, public_id=public_id)
        doors.revoke_link(link_id=link.pk, by=authenticated_user(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        request=till_serializers.CashRefundFormSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={201: till_serializers.CashRefundSerializer} | refusals(409),
    )
    def refund(self, request: Request, public_id: str) -> Response:
        """Refund seats of an order that was paid in cash, from this door's drawer."""
        form = till_serializers.CashRefundFormSerializer(data=request.data)
        door = self.get_object()
        form.is_valid(raise_exception=True)
        refund = give_back_cash(
            door=door,
            order_id=get_object_or_404(Order, public_id=form.validated_data["order"]).pk,
            seats=form.validated_data["seats"],
            reason=form.validated_data["reason"],
            request_key=get_request_key(request),
            by=authenticated_user(request),
        )
        return Response(till_serializers.CashRefundSerializer(refund).data, status=status.HTTP_201_CREATED)

    def respond(self, door: Door, http_status: int = status.HTTP_200_OK) -> Response:
        return Response(serializers.DoorSerializer(get_report(door.public_id)).data, status=http_status)


class DoorDrawerViewSet(viewsets.GenericViewSet[Door]):
    # Tills count the drawer while their links are valid. Organizers can do so as long as the door is open, because they
    # have to close it.

    permission_classes = [IsShopAdmin]
    serializer_class = serializers.DoorDrawerSerializer
    queryset = Door.objects.all()
    lookup_field = "public_id"

    @extend_schema(
        request=till_serializers.DrawerFormSerializer, responses={200: serializers.DoorDrawerSerializer} | refusals(409)
    )
    def open(self, request: Request, public_id: str) -> Response:
        """Open the door's drawer with the change that was in it, even once the date is over."""
        sent = validated(till_serializers.DrawerFormSerializer, request.data)  # first: other types of bodies are 415
        return self.respond(drawers.open_drawer(door=self.get_object(), **sent, by=authenticated_user(request)))

    @extend_schema(
        request=till_serializers.CountFormSerializer, responses={200: serializers.DoorDrawerSerializer} | refusals(409)
    )
    def count(self, request: Request, public_id: str) -> Response:
        """Store what somebody counted. Two counts under two names must agree, wherever they are entered."""
        sent = validated(till_serializers.CountFormSerializer, request.data)
        return self.respond(drawers.count_drawer(door=self.get_object(), **sent))

    @extend_schema(
        request=till_serializers.CloseDrawerSerializer,
        responses={200: serializers.DoorDrawerSerializer} | refusals(409),
    )
    def close(self, request: Request, public_id: str) -> Response:
        """Close the counted drawer for good. If it is off, a reason is needed."""
        sent = validated(till_serializers.CloseDrawerSerializer, request.data)
        return self.respond(drawers.close_drawer(door=self.get_object(), **sent, by=authenticated_user(request)))

    def respond(self, drawer: Drawer) -> Response:
        return Response(self.get_serializer(get_state(drawer)).data)
