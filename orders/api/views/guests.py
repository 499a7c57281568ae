"""Views of the staff's guest list of an occurrence, and of messages to everybody on it."""

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views.sessions import authenticated_user
from bookings.api.views.events import parse_when
from charityshop.api.csv_export import csv_response
from charityshop.api.idempotency import IDEMPOTENCY_KEY, get_request_key
from charityshop.api.permissions import IsFromThisSite, IsShopAdmin
from charityshop.api.schema import refusals
from charityshop.api.throttling import DownloadThrottle
from charityshop.exceptions import Missing
from events.models import Event, Occurrence
from events.selectors.occurrences import find_date
from orders import services
from orders.api.serializers.messages import (
    DateMessageFormSerializer,
    DateMessagePreviewSerializer,
    DateMessageSerializer,
)
from orders.api.serializers.staff import GuestListSerializer
from orders.api.views.negotiation import SPREADSHEET, IgnoreAcceptHeader
from orders.selectors import guests
from orders.selectors.guests import GuestList
from orders.services.send_message import preview_message

START_TIME = OpenApiParameter("startTime", str, description="A date's start; without it, the date on now or next.")


class GuestListView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="guests",
        parameters=[START_TIME], responses={200: GuestListSerializer} | refusals(400, 401, 403, 404),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        return Response(GuestListSerializer(self.get_guest_list(request, public_id)).data)

    def get_guest_list(self, request: Request, public_id: str) -> GuestList:
        event = get_object_or_404(Event, public_id=public_id)
        return guests.get_guest_list(get_requested_date(request, event), timezone.now())


class GuestExportView(GuestListView):
    permission_classes = [IsShopAdmin, IsFromThisSite]
    throttle_classes = [DownloadThrottle]
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(
        operation_id="guests_export", parameters=[START_TIME], responses=SPREADSHEET | refusals(400, 401, 403, 404, 429)
    )
    def get(self, request: Request, public_id: str) -> StreamingHttpResponse:  # type: ignore[override]  # a file
        found = self.get_guest_list(request, public_id)
        name = f"guests-{timezone.localtime(found.occurrence.starts_at):%Y-%m-%d}"
        return csv_response(name, guests.HEADER, guests.list_guest_rows(found.guests))


class DateMessagesView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="products_message",
        request=DateMessageFormSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={200: DateMessagePreviewSerializer, 202: DateMessageSerializer}
        | refusals(400, 401, 403, 404, 409, 429),
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Email the buyers, guests and waiting list of a date. Without `digest`, return a preview and send nothing."""
        form = DateMessageFormSerializer(data=request.data)
        event = get_object_or_404(Event, public_id=public_id)
        form.is_valid(raise_exception=True)
        draft, digest, by = form.build_draft(), form.validated_data.get("digest"), authenticated_user(request)
        if digest is None:
            return Response(DateMessagePreviewSerializer(preview_message(event=event, draft=draft, by=by)).data)
        request_key = get_request_key(request, about=public_id)
        message = services.send_message(event=event, draft=draft, digest=digest, request_key=request_key, by=by)
        return Response(DateMessageSerializer(message).data, status=status.HTTP_202_ACCEPTED)


def get_requested_date(request: Request, event: Event) -> Occurrence:
    """Return the requested date of the event, which may be past or skipped."""
    start_time = request.query_params.get("startTime")
    if not start_time:
        return guests.get_current_date(event, timezone.now())
    when = parse_when(start_time, "startTime")
    found: Occurrence | None = find_date(event.occurrences.select_related("event"), when)
    if found is None:
        raise Missing("This event has no date at that time.", code="not_found")
    return found
