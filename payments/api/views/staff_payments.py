"""Views of what waits for staff, and of what they decide about money."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views.sessions import authenticated_user
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import refusals
from orders.api.serializers.orders import OrderSerializer
from orders.api.serializers.staff import ReasonSerializer
from orders.api.views.staff_orders import StaffOrderViewSet
from orders.models import PaymentAlert, UnmatchedPayment
from payments.api.serializers import (
    AttentionItemSerializer,
    DecideSerializer,
    PaymentAlertSerializer,
    RefundPreviewSerializer,
    RefundSeatsSerializer,
    ResolveAlertSerializer,
    UnmatchedPaymentSerializer,
)
from payments.selectors.attention import list_attention_items
from payments.services.alerts import resolve_alert
from payments.services.refunds.preview_refund import preview_refund
from payments.services.refunds.refund_unmatched_payment import refund_unmatched_payment
from payments.services.review_payment import refund_again, review_payment


class StaffPaymentViewSet(StaffOrderViewSet):
    @extend_schema(
        filters=False,
        operation_id="orders_attention",
        responses={200: AttentionItemSerializer(many=True)} | refusals(401, 403),
    )
    def attention(self, request: Request) -> Response:
        return Response(AttentionItemSerializer(list_attention_items(), many=True).data)

    @extend_schema(request=DecideSerializer, responses={200: OrderSerializer} | refusals(400, 401, 403, 404, 409))
    def decide(self, request: Request, public_id: str) -> Response:
        sent = validated(DecideSerializer, request.data)
        return self.respond(review_payment(order_id=self.get_order_id(), by=self.get_user(), **sent))

    @extend_schema(request=ReasonSerializer, responses={200: OrderSerializer} | refusals(400, 401, 403, 404, 409))
    def refund_again(self, request: Request, public_id: str) -> Response:
        """Request refused refunds of second payments, and refunds that are due, again."""
        sent = validated(ReasonSerializer, request.data)
        return self.respond(refund_again(order_id=self.get_order_id(), by=self.get_user(), **sent))

    @extend_schema(
        request=RefundSeatsSerializer,
        responses={200: RefundPreviewSerializer} | refusals(400, 401, 403, 404, 409),
    )
    def refund_preview(self, request: Request, public_id: str) -> Response:
        """Return what a refund of these seats, or of everything that is left, would return now. Stores nothing."""
        sent = validated(RefundSeatsSerializer, request.data)
        preview = preview_refund(order_id=self.get_order_id(), **sent)
        return Response(RefundPreviewSerializer(preview).data)


class UnmatchedPaymentView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        request=ReasonSerializer,
        responses={200: UnmatchedPaymentSerializer} | refusals(400, 401, 403, 404, 409),
    )
    def post(self, request: Request, capture_id: str) -> Response:
        """Refund a payment that belongs to no order. The ID is PayPal's capture ID."""
        sent = validated(ReasonSerializer, request.data)
        payment = get_object_or_404(UnmatchedPayment, capture_id=capture_id)
        user = authenticated_user(request)
        done = refund_unmatched_payment(payment_id=payment.pk, by=user, **sent)
        return Response(UnmatchedPaymentSerializer(done).data)


class PaymentAlertView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        request=ResolveAlertSerializer,
        responses={200: PaymentAlertSerializer} | refusals(400, 401, 403, 404, 409),
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Mark an alert about a payment as done."""
        sent = validated(ResolveAlertSerializer, request.data)
        alert = get_object_or_404(PaymentAlert, public_id=public_id)
        done = resolve_alert(alert_id=alert.pk, by=authenticated_user(request), **sent)
        return Response(PaymentAlertSerializer(done).data)
