"""Views with which organizers open, watch and close the door of a date, and refund in cash."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views.sessions import authenticated_user
from charityshop.api.idempotency import get_request_key
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import IDEMPOTENCY_KEY, refusals
from charityshop.exceptions import Missing
from door.api.serializers import nights as serializers
from door.api.serializers import tills as till_serializers
from door.models import DoorLink, Drawer, Night
from door.selectors.drawers import get_state
from door.selectors.nights import get_door_of_date, get_report
from door.services import drawers, links, nights
from door.services.check_in import check_in_guest
from door.services.give_back_cash import give_back_cash
from events.models import Event
from events.selectors import find_date
from orders.models import Order

DATE = [OpenApiParameter("product", str, required=True), OpenApiParameter("bookingDate", str, required=True)]


class NightsView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="door_of_date",
        parameters=DATE,
        responses={200: serializers.DoorOfDateSerializer} | refusals(404),
    )
    def get(self, request: Request) -> Response:
        """Return whether the door of a date was opened, and who is in."""
        sent = validated(serializers.OpenNightSerializer, request.query_params)
        event = get_object_or_404(Event, public_id=sent["product"])
        found = find_date(event.occurrences.all(), sent["bookingDate"])
        if found is None:
            raise Missing("This event has no such date.", code="not_found")
        return Response(serializers.DoorOfDateSerializer(get_door_of_date(found)).data)

    @extend_schema(
        operation_id="door_open",
        request=serializers.OpenNightSerializer,
        responses={200: serializers.NightSerializer, 201: serializers.NightSerializer} | refusals(404),
    )
    def post(self, request: Request) -> Response:
        """Open the door of a date (201), or return it (200)."""
        sent = validated(serializers.OpenNightSerializer, request.data)
        event = get_object_or_404(Event, public_id=sent["product"])
        when = sent["bookingDate"]
        night, is_new = nights.open_night(event_id=event.pk, when=when, by=authenticated_user(request))
        code = status.HTTP_201_CREATED if is_new else status.HTTP_200_OK
        return Response(serializers.NightSerializer(get_report(night.public_id)).data, status=code)


class NightView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(operation_id="door", responses={200: serializers.NightSerializer})
    def get(self, request: Request, public_id: str) -> Response:
        return self.respond(get_object_or_404(Night, public_id=public_id))

    def respond(self, night: Night) -> Response:
        return Response(serializers.NightSerializer(get_report(night.public_id)).data)


class UndoView(NightView):
    http_method_names = ["post"]

    @extend_schema(
        operation_id="door_undo",
        request=serializers.UndoSerializer,
        responses={200: serializers.NightSerializer},
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Undo an admission that a phone recorded."""
        sent = validated(serializers.UndoSerializer, request.data)
        night = get_object_or_404(Night, public_id=public_id)
        nights.undo_entry(night_id=night.pk, **sent, by=authenticated_user(request))
        return self.respond(night)


class CheckInView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="door_check_in",
        request=serializers.CheckInSerializer,
        responses={200: serializers.CheckedInSerializer} | refusals(409),
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Check a guest in from the guest list. Repeating it changes nothing."""
        sent = validated(serializers.CheckInSerializer, request.data)
        night = get_object_or_404(Night, public_id=public_id)
        checked_in = check_in_guest(night_id=night.pk, **sent, by=authenticated_user(request))
        return Response(serializers.CheckedInSerializer(checked_in).data)


class CloseView(NightView):
    http_method_names = ["post"]

    @extend_schema(
        operation_id="door_close",
        request=serializers.CloseSerializer,
        responses={200: serializers.NightSerializer} | refusals(409),
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Close the door. Its links end; phones can still send what they recorded."""
        sent = validated(serializers.CloseSerializer, request.data)
        night = get_object_or_404(Night, public_id=public_id)
        nights.close_night(night_id=night.pk, force=sent["force"], by=authenticated_user(request))
        return self.respond(night)


class NightLinksView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="door_links_create",
        request=serializers.NewLinkFormSerializer,
        responses={201: serializers.NewLinkSerializer} | refusals(409),
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Create a link and its PIN, which are shown once."""
        sent = validated(serializers.NewLinkFormSerializer, request.data)
        night = get_object_or_404(Night, public_id=public_id)
        role = DoorLink.Role(sent["role"])
        created = links.create_link(night_id=night.pk, role=role, by=authenticated_user(request))
        return Response(serializers.NewLinkSerializer(created).data, status=status.HTTP_201_CREATED)


class LinkView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(operation_id="door_links_revoke", responses={204: None})
    def delete(self, request: Request, public_id: str) -> Response:
        """Revoke a link. Its phones are signed out."""
        link = get_object_or_404(DoorLink, public_id=public_id)
        links.revoke_link(link_id=link.pk, by=authenticated_user(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class CashRefundView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="door_refund",
        request=till_serializers.CashRefundFormSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={201: till_serializers.CashRefundSerializer} | refusals(409),
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Refund seats of an order that was paid in cash, from this night's drawer."""
        form = till_serializers.CashRefundFormSerializer(data=request.data)
        night = get_object_or_404(Night.objects.select_related("occurrence"), public_id=public_id)
        form.is_valid(raise_exception=True)
        refund = give_back_cash(
            night=night,
            order_id=get_object_or_404(Order, public_id=form.validated_data["order"]).pk,
            seats=form.validated_data["seats"],
            reason=form.validated_data["reason"],
            request_key=get_request_key(request),
            by=authenticated_user(request),
        )
        return Response(till_serializers.CashRefundSerializer(refund).data, status=status.HTTP_201_CREATED)


# --- The drawer ------------------------------------------------------------------------------------------------------
#
# Tills count it while their links are valid. Organizers can do so as long as the door is open, because they have to
# close it.


class NightDrawerView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="door_night_drawer_open",
        request=till_serializers.DrawerFormSerializer,
        responses={200: serializers.NightDrawerSerializer} | refusals(409),
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Open the night's drawer with the change that was in it, even once the date is over."""
        sent = validated(till_serializers.DrawerFormSerializer, request.data)  # first: other types of bodies are 415
        night = get_night(public_id)
        return respond(drawers.open_drawer(night=night, **sent, by=authenticated_user(request)))


class NightCountView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="door_night_drawer_count",
        request=till_serializers.CountFormSerializer,
        responses={200: serializers.NightDrawerSerializer} | refusals(409),
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Store what somebody counted. Two counts under two names must agree, wherever they are entered."""
        sent = validated(till_serializers.CountFormSerializer, request.data)
        night = get_night(public_id)
        return respond(drawers.count_drawer(night=night, **sent))


class NightCloseDrawerView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="door_night_drawer_close",
        request=till_serializers.CloseDrawerSerializer,
        responses={200: serializers.NightDrawerSerializer} | refusals(409),
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Close the counted drawer for good. If it is off, a reason is needed."""
        sent = validated(till_serializers.CloseDrawerSerializer, request.data)
        night = get_night(public_id)
        return respond(drawers.close_drawer(night=night, **sent, by=authenticated_user(request)))


def get_night(public_id: str) -> Night:
    return get_object_or_404(Night, public_id=public_id)


def respond(drawer: Drawer) -> Response:
    return Response(serializers.NightDrawerSerializer(get_state(drawer)).data)
