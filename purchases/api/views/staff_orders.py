"""Views of the staff's API for orders and guest lists: history and exports."""

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bookings.api.views.events import parse_when
from charityshop.api.csv_export import SPREADSHEET, IgnoreAcceptHeader, csv_response, stream_csv
from charityshop.api.pagination import sort_parameters, sorted_rows
from charityshop.api.permissions import IsFromThisSite, IsShopAdmin
from charityshop.api.throttling import DownloadThrottle
from events.models import Event, Occurrence
from events.selectors import get_date
from orders.selectors import guests
from orders.selectors.guests import GuestList
from purchases.api.serializers.staff import GuestListSerializer, HistoryEntrySerializer
from purchases.api.views.orders import SORT_FIELDS, OrderViewSet
from purchases.selectors import order_export
from purchases.selectors.order_history import get_history


class StaffOrderViewSet(OrderViewSet):
    """Orders, for staff alone."""

    def get_permissions(self) -> list[BasePermission]:
        return [IsShopAdmin()]

    @extend_schema(
        filters=False,
        operation_id="orders_history",
        responses={200: HistoryEntrySerializer(many=True)},
    )
    def history(self, request: Request, public_id: str) -> Response:
        return Response(HistoryEntrySerializer(get_history(self.get_object()), many=True).data)


class OrderExportView(StaffOrderViewSet):
    throttle_classes = [DownloadThrottle]
    content_negotiation_class = IgnoreAcceptHeader

    def get_permissions(self) -> list[BasePermission]:
        return [*super().get_permissions(), IsFromThisSite()]

    @extend_schema(
        operation_id="orders_export",
        parameters=sort_parameters(SORT_FIELDS),
        responses=SPREADSHEET,
    )
    def export(self, request: Request) -> StreamingHttpResponse:
        """Export the filtered and sorted Order Log as a spreadsheet: a row for each order, then their number."""
        rows = self.filter_queryset(self.get_queryset())
        rows = sorted_rows(rows, request, fields=SORT_FIELDS, default="createdAt", order="desc").prefetch_related(None)
        name, columns = f"orders-{timezone.localdate():%Y-%m-%d}", order_export.list_columns(rows)
        return stream_csv(name, columns, order_export.list_order_rows(rows, columns))


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
    def get(self, request: Request, public_id: str) -> HttpResponse:  # type: ignore[override]  # a file
        found = self.get_guest_list(request, public_id)
        name = f"guests-{timezone.localtime(found.occurrence.starts_at):%Y-%m-%d}"
        return csv_response(name, guests.HEADER, guests.list_guest_rows(found.guests))


def get_requested_date(request: Request, event: Event) -> Occurrence:
    """Return the requested date of the event, which may be past or canceled."""
    start_time = request.query_params.get("startTime")
    if not start_time:
        return guests.get_current_date(event, timezone.now())
    return get_date(event.occurrences.all(), parse_when(start_time, "startTime"))
