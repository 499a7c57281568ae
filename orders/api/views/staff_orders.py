"""Views of the staff's API for orders: attention list, history, decisions and exports."""

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views.sessions import authenticated_user
from charityshop.api.csv_export import csv_response
from charityshop.api.pagination import sorted_rows
from charityshop.api.permissions import IsFromThisSite, IsShopAdmin
from charityshop.api.schema import refusals
from charityshop.api.throttling import DownloadThrottle
from charityshop.exceptions import BadRequest
from orders import services
from orders.api.serializers.changes import MoveBookingSerializer
from orders.api.serializers.order_input import RefundSeatsSerializer
from orders.api.serializers.orders import OrderSerializer
from orders.api.serializers.staff import (
    AttentionItemSerializer,
    DecideSerializer,
    HistoryEntrySerializer,
    OrderRevenueSerializer,
    PaymentAlertSerializer,
    ReasonSerializer,
    RefundPreviewSerializer,
    ResolveAlertSerializer,
    UnmatchedPaymentSerializer,
)
from orders.api.views.negotiation import SPREADSHEET, IgnoreAcceptHeader
from orders.api.views.orders import SORT_FIELDS, OrderViewSet
from orders.models import Order, PaymentAlert, UnmatchedPayment
from orders.selectors import order_export, revenue
from orders.selectors.attention import list_attention_items
from orders.selectors.order_history import get_history

REQUIRED_FILTERS = ("from", "to", "product")  # one is required, because totals of all orders would be too slow


class StaffOrderViewSet(OrderViewSet):
    """Orders, for staff alone."""

    def get_permissions(self) -> list[BasePermission]:
        return [IsShopAdmin()]

    @extend_schema(
        filters=False, operation_id="orders_attention",
        responses={200: AttentionItemSerializer(many=True)} | refusals(401, 403),
    )  # fmt: skip
    def attention(self, request: Request) -> Response:
        return Response(AttentionItemSerializer(list_attention_items(), many=True).data)

    @extend_schema(
        filters=True, operation_id="orders_sums",
        responses={200: OrderRevenueSerializer} | refusals(400, 401, 403),
    )  # fmt: skip
    def sums(self, request: Request) -> Response:
        """Return sold and refunded amounts of the filtered orders. Requires `from`, `to` or `product`."""
        if not any(request.query_params.get(name, "").strip() for name in REQUIRED_FILTERS):
            errors = {name: ["Give one of these."] for name in REQUIRED_FILTERS}
            raise BadRequest("Say for which days or for which event.", errors=errors)
        rows = self.filter_queryset(Order.objects.visible_to(self.get_user()))
        return Response(OrderRevenueSerializer(revenue.get_order_revenue(rows)).data)

    @extend_schema(
        filters=False, operation_id="orders_history",
        responses={200: HistoryEntrySerializer(many=True)} | refusals(401, 403, 404),
    )  # fmt: skip
    def history(self, request: Request, public_id: str) -> Response:
        return Response(HistoryEntrySerializer(get_history(self.get_object()), many=True).data)

    @extend_schema(request=DecideSerializer, responses={200: OrderSerializer} | refusals(400, 401, 403, 404, 409))
    def decide(self, request: Request, public_id: str) -> Response:
        serializer = DecideSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        return self.respond(
            services.review_payment(order_id=self.get_order_id(), by=self.get_user(), **serializer.validated_data)
        )

    @extend_schema(request=ReasonSerializer, responses={200: OrderSerializer} | refusals(400, 401, 403, 404, 409))
    def refund_again(self, request: Request, public_id: str) -> Response:
        """Request refused refunds of second payments, and refunds that are due, again."""
        serializer = ReasonSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        return self.respond(
            services.refund_again(order_id=self.get_order_id(), by=self.get_user(), **serializer.validated_data)
        )

    @extend_schema(
        request=RefundSeatsSerializer,
        responses={200: RefundPreviewSerializer} | refusals(400, 401, 403, 404, 409),
    )
    def refund_preview(self, request: Request, public_id: str) -> Response:
        """Return what a refund of these seats, or of everything that is left, would return now. Stores nothing."""
        serializer = RefundSeatsSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        preview = services.preview_refund(order_id=self.get_order_id(), **serializer.validated_data)
        return Response(RefundPreviewSerializer(preview).data)

    @extend_schema(request=MoveBookingSerializer, responses={200: OrderSerializer} | refusals(400, 401, 403, 404, 409))
    def move(self, request: Request, public_id: str) -> Response:
        """Move a paid booking to another date of its event, as agreed with the buyer. No money moves."""
        serializer = MoveBookingSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        order = self.get_object()
        services.move_booking(order_id=order.pk, by=self.get_user(), **serializer.validated_data)
        return self.respond(order)


class OrderExportView(StaffOrderViewSet):
    throttle_classes = [DownloadThrottle]
    content_negotiation_class = IgnoreAcceptHeader

    def get_permissions(self) -> list[BasePermission]:
        return [*super().get_permissions(), IsFromThisSite()]

    @extend_schema(
        operation_id="orders_export",
        parameters=[
            OpenApiParameter("sortField", str, enum=list(SORT_FIELDS)),
            OpenApiParameter("sortOrder", str, enum=["asc", "desc"]),
        ],
        responses=SPREADSHEET | refusals(400, 401, 403, 429),
    )
    def export(self, request: Request) -> StreamingHttpResponse:
        """Export the filtered and sorted Order Log as a spreadsheet with a row for each order."""
        rows = self.filter_queryset(self.get_queryset())
        rows = sorted_rows(rows, request, fields=SORT_FIELDS, default="createdAt", order="desc").prefetch_related(None)
        name, columns = f"orders-{timezone.localdate():%Y-%m-%d}", order_export.list_columns(rows)
        return csv_response(name, columns, order_export.list_order_rows(rows, columns))


class UnmatchedPaymentView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        request=ReasonSerializer,
        responses={200: UnmatchedPaymentSerializer} | refusals(400, 401, 403, 404, 409),
    )
    def post(self, request: Request, capture_id: str) -> Response:
        """Refund a payment that belongs to no order. The ID is PayPal's capture ID."""
        serializer = ReasonSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        payment = get_object_or_404(UnmatchedPayment, capture_id=capture_id)
        user = authenticated_user(request)
        done = services.refund_unmatched_payment(payment_id=payment.pk, by=user, **serializer.validated_data)
        return Response(UnmatchedPaymentSerializer(done).data)


class PaymentAlertView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        request=ResolveAlertSerializer,
        responses={200: PaymentAlertSerializer} | refusals(400, 401, 403, 404, 409),
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Mark an alert about a payment as done."""
        serializer = ResolveAlertSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        alert = get_object_or_404(PaymentAlert, public_id=public_id)
        done = services.resolve_alert(alert_id=alert.pk, by=authenticated_user(request), **serializer.validated_data)
        return Response(PaymentAlertSerializer(done).data)
