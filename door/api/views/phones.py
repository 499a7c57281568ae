"""Views of volunteers' phones: signing in, the list, what they record, and for tills sales and the drawer."""

import hashlib
import json
from datetime import timedelta

from django.conf import settings
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status, viewsets
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from charityshop.api.parsers import validated
from charityshop.api.schema import refusals
from charityshop.exceptions import Forbidden
from charityshop.security.origins import address_of
from door.api.authentication import DoorPhone, IsPhone, IsTill, SendingPhone, authenticated_phone
from door.api.serializers import phones as serializers
from door.api.serializers import tills as till_serializers
from door.closed_doors import refuse_closed
from door.models import Door, Drawer
from door.selectors.doors import get_guest_list, show_result
from door.selectors.drawers import get_drawer, get_state
from door.selectors.log import get_log, get_seen
from door.services import allotments, drawers, phones
from door.services.entries import Original, store_earlier, store_entries
from door.services.sell_at_door import sell_at_door

# Unsent entries stay on a phone for 30 days. The shop knows until when a token is valid: the date may move.
COOKIE_AGE = timedelta(days=60)
ETAG = OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of an earlier list.")


class EntranceViewSet(viewsets.ViewSet):
    """Calls of phones that have no cookie yet."""

    authentication_classes = []
    permission_classes = [AllowAny]

    @extend_schema(
        request=serializers.LinkKeySerializer, responses={200: serializers.LinkedDoorSerializer} | refusals(401, 429)
    )
    def read_link(self, request: Request) -> Response:
        """Return the date that a link is for, by its key. A wrong key counts and is refused as when a phone enters."""
        sent = validated(serializers.LinkKeySerializer, request.data)
        link = phones.get_link(key=sent["key"], address=address_of(request))
        return Response(serializers.LinkedDoorSerializer(link.door).data)

    @extend_schema(
        request=serializers.EnterSerializer, responses={200: serializers.EnteredSerializer} | refusals(401, 429)
    )
    def enter(self, request: Request) -> Response:
        """Sign a phone in with a link's key and PIN. Its number is new if the one that it sent is another phone's."""
        sent = validated(serializers.EnterSerializer, request.data)
        signed_in = phones.sign_in_phone(
            key=sent["key"],
            pin=sent["pin"],
            name=sent["name"],
            uuid=sent["device"],
            secret=request.COOKIES.get(settings.DOOR_DEVICE_COOKIE_NAME, ""),
            address=address_of(request),
        )
        answer = {"link": signed_in.link, "phone": signed_in.phone, "now": timezone.now()}
        response = Response(serializers.EnteredSerializer(answer).data)
        set_cookie(response, settings.DOOR_COOKIE_NAME, signed_in.token)
        set_cookie(response, settings.DOOR_DEVICE_COOKIE_NAME, signed_in.secret)
        return response


def set_cookie(response: Response, name: str, value: str) -> None:
    response.set_cookie(name, value, max_age=COOKIE_AGE, secure=settings.HTTPS, httponly=True, samesite="Strict")


class PhoneViewSet(viewsets.ViewSet):
    authentication_classes = [DoorPhone]
    permission_classes = [IsPhone]

    @extend_schema(parameters=[ETAG], responses={200: serializers.ListSerializer, 304: None} | refusals(409))
    def read_list(self, request: Request) -> HttpResponseBase:
        """Return what a phone has to know to let guests in, or 304 if that is what it has."""
        phone = authenticated_phone(request)
        refuse_closed(phone.door)
        data = serializers.ListSerializer(get_guest_list(phone.door, phone, timezone.now())).data
        content = json.dumps({name: value for name, value in data.items() if name != "now"}, default=str)
        etag = quote_etag(hashlib.sha256(content.encode()).hexdigest())
        response: HttpResponseBase = get_conditional_response(request, etag=etag) or Response(data)
        response["ETag"] = etag
        return response

    @extend_schema(request=None, responses={204: None})
    def leave(self, request: Request) -> Response:
        """Sign the phone out."""
        phones.sign_out_phone(phone_id=authenticated_phone(request).pk)
        response = Response(status=status.HTTP_204_NO_CONTENT)
        response.delete_cookie(settings.DOOR_COOKIE_NAME, samesite="Strict")
        return response


class EntriesView(APIView):
    authentication_classes = [SendingPhone]
    permission_classes = [IsPhone]

    @extend_schema(
        request=serializers.EntriesSerializer, responses={200: serializers.EntriesAnswerSerializer} | refusals(403, 413)
    )
    def post(self, request: Request) -> Response:
        """Store what a phone recorded, even after the door was closed, under an earlier number, and until 30 days
        after its link has ended.
        """
        sent = validated(serializers.EntriesSerializer, request.data)
        phone = authenticated_phone(request)
        if sent["device"] != phone.uuid:
            message = "These entries belong to another phone. Open the link again."
            raise Forbidden(message, code="door_device")
        batch = {"sent_at": sent["sent_at"], "queued": sent["queued"], "entries": sent["entries"]}
        if original := sent.get("original"):
            stored = store_earlier(phone_id=phone.pk, original=Original(original["device"], original["night"]), **batch)
            phone, results = stored.phone, stored.results
        else:
            results = store_entries(phone_id=phone.pk, **batch)
        log = get_log(Door.objects.select_related("occurrence").get(pk=phone.door_id))
        shown = [show_result(each.seq, each.answer, each.code, each.entry, log) for each in results]
        seen = get_seen(log.list_seqs().get(phone.uuid, []))
        answer = {"now": timezone.now(), "seen": seen, "results": shown}
        return Response(serializers.EntriesAnswerSerializer(answer).data)


# --- Phones that sell -------------------------------------------------------------------------------------------------


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
        return self.respond(get_drawer(authenticated_phone(request).door))

    @extend_schema(
        request=till_serializers.DrawerFormSerializer,
        responses={200: till_serializers.DrawerSerializer} | refusals(409),
    )
    def open_drawer(self, request: Request) -> Response:
        """Open the door's drawer with the change that is in it."""
        sent = validated(till_serializers.DrawerFormSerializer, request.data)
        return self.respond(drawers.open_drawer(door=authenticated_phone(request).door, **sent))

    @extend_schema(
        request=till_serializers.CountFormSerializer, responses={200: till_serializers.DrawerSerializer} | refusals(409)
    )
    def count_drawer(self, request: Request) -> Response:
        """Store what somebody counted. Two counts under two names must agree."""
        sent = validated(till_serializers.CountFormSerializer, request.data)
        return self.respond(drawers.count_drawer(door=authenticated_phone(request).door, **sent))

    @extend_schema(
        request=till_serializers.CloseDrawerSerializer,
        responses={200: till_serializers.DrawerSerializer} | refusals(409),
    )
    def close_drawer(self, request: Request) -> Response:
        """Close the counted drawer for good. If it is off, a reason is needed."""
        sent = validated(till_serializers.CloseDrawerSerializer, request.data)
        return self.respond(drawers.close_drawer(door=authenticated_phone(request).door, **sent))

    def respond(self, drawer: Drawer | None) -> Response:
        return Response(till_serializers.DrawerSerializer(get_state(drawer)).data)
