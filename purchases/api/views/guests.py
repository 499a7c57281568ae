"""Views of the staff's guest list of an occurrence."""

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bookings.api.views.events import parse_when
from charityshop.api.csv_export import SPREADSHEET, IgnoreAcceptHeader, csv_response
from charityshop.api.permissions import IsFromThisSite, IsShopAdmin
from charityshop.api.throttling import DownloadThrottle
from events.models import Event, Occurrence
from events.selectors import get_event_date
from orders.selectors import guests
from orders.selectors.guests import GuestList
from purchases.api.serializers.staff import GuestListSerializer

START_TIME = OpenApiParameter("startTime", str, description="A date's start; without it, the date on now or next.")


class GuestListView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="guests",
        parameters=[START_TIME],
        responses={200: GuestListSerializer},
    )
    def get(self, request: Request, public_id: str) -> Response:
        return Response(GuestListSerializer(self.get_guest_list(request, public_id)).data)

    def get_guest_list(self, request: Request, public_id: str) -> GuestList:
        event = get_object_or_404(Event, public_id=public_id)
        return guests.get_guest_list(get_requested_date(request, event), timezone.now())


class GuestExportView(GuestListView):
    permission_classes = [IsShopAdmin, IsFromThisSite]
    throttle_classes = [DownloadThrottle]
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(operation_id="guests_export", parameters=[START_TIME], responses=SPREADSHEET)
    def get(self, request: Request, public_id: str) -> StreamingHttpResponse:  # type: ignore[override]  # a file
        found = self.get_guest_list(request, public_id)
        name = f"guests-{timezone.localtime(found.occurrence.starts_at):%Y-%m-%d}"
        return csv_response(name, guests.HEADER, guests.list_guest_rows(found.guests))


def get_requested_date(request: Request, event: Event) -> Occurrence:
    """Return the requested date of the event, which may be past or canceled."""
    start_time = request.query_params.get("startTime")
    if not start_time:
        return guests.get_current_date(event, timezone.now())
    return get_event_date(event, parse_when(start_time, "startTime"))
