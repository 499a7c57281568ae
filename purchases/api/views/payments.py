"""Views with which buyers pay, of PayPal's configuration and webhooks, and of what staff decide about money."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from charityshop.api.idempotency import get_request_key
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import IDEMPOTENCY_KEY, refusals
from charityshop.exceptions import TooLarge
from charityshop.security.origins import address_of
from payments.models import Payment
from payments.services.create_paypal_order import create_paypal_order
from payments.services.pay_order import pay_for_test, pay_order
from payments.services.refunds.refund_order import preview_refund, refund_order, refuse_cash
from payments.services.review_payment import refund_again, refund_unmatched_payment, review_payment
from payments.services.webhooks import handle_webhook
from purchases.api.serializers.orders import OrderSerializer
from purchases.api.serializers.payments import (
    PAY,
    DecideSerializer,
    PayPalConfigSerializer,
    PayPalOrderSerializer,
    PaySerializer,
    RefundOrderSerializer,
    RefundPreviewSerializer,
    RefundSeatsSerializer,
    UnmatchedPaymentSerializer,
)
from purchases.api.serializers.staff import ReasonSerializer
from purchases.api.views.orders import OrderViewSet, build_response, get_own_order
from purchases.api.views.staff_orders import StaffOrderViewSet
from purchases.selectors.order_details import read_details


class OrderPaymentViewSet(OrderViewSet):
    admin_actions = ("refund",)

    @extend_schema(request=None, responses={200: PayPalOrderSerializer} | refusals(409, 503))
    def paypal(self, request: Request, public_id: str) -> Response:
        return Response({"id": create_paypal_order(order_id=get_own_order(request, public_id).pk)})

    @extend_schema(
        request=PaySerializer,
        responses={200: OrderSerializer} | refusals(409, 503),
    )
    def pay(self, request: Request, public_id: str) -> Response:
        data = PAY.run_validation(request.data)
        order = get_own_order(request, public_id)
        if data["test"]:
            return self.respond(pay_for_test(order_id=order.pk, by=self.get_user()))
        return build_response(read_details(pay_order(order=order, paypal_order_id=data["id"])))

    @extend_schema(
        request=RefundOrderSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={200: OrderSerializer} | refusals(409),
    )
    def refund(self, request: Request, public_id: str) -> Response:
        serializer = RefundOrderSerializer(data=request.data)
        order = self.get_object()
        refuse_cash(order)  # whatever the request asks for
        serializer.is_valid(raise_exception=True)
        return self.respond(
            refund_order(
                order_id=order.pk,
                request_key=get_request_key(request),
                by=self.get_user(),
                **serializer.validated_data,
            )
        )


MAX_WEBHOOK_BYTES = 1024 * 1024


class PayPalConfigView(APIView):
    """The settings with which the checkout renders PayPal's buttons."""

    permission_classes = [AllowAny]
    authentication_classes: list[Any] = []

    @extend_schema(responses={200: PayPalConfigSerializer})
    def get(self, request: Request) -> Response:
        script = f"{settings.PAYPAL_SIMULATOR_URL}/web-sdk/v6/core" if settings.DEMO else None
        return Response(
            {
                "clientId": settings.PAYPAL_CLIENT_ID,
                "currency": settings.CURRENCY,
                "environment": settings.PAYPAL_ENVIRONMENT,
                "testOrders": settings.TEST_ORDERS,
                "scriptUrl": script,
            }
        )


class PayPalWebhookView(APIView):
    """PayPal's webhooks. Their signature is the only authentication."""

    permission_classes = [AllowAny]
    authentication_classes: list[Any] = []

    @extend_schema(exclude=True)
    def post(self, request: Request) -> Response:
        body = request.body  # read before parsing, because the signature covers the exact bytes
        if len(body) > MAX_WEBHOOK_BYTES:
            raise TooLarge
        handle_webhook(headers=request.headers, body=body, notification=dict(request.data), address=address_of(request))
        return Response({"message": "Thank you."})


class StaffPaymentViewSet(StaffOrderViewSet):
    @extend_schema(request=DecideSerializer, responses={200: OrderSerializer} | refusals(409))
    def decide(self, request: Request, public_id: str) -> Response:
        sent = validated(DecideSerializer, request.data)
        return self.respond(review_payment(order_id=self.get_order_id(), by=self.get_user(), **sent))

    @extend_schema(request=ReasonSerializer, responses={200: OrderSerializer} | refusals(409))
    def refund_again(self, request: Request, public_id: str) -> Response:
        """Request refused refunds of second payments, and refunds that are due, again."""
        sent = validated(ReasonSerializer, request.data)
        return self.respond(refund_again(order_id=self.get_order_id(), by=self.get_user(), **sent))

    @extend_schema(
        request=RefundSeatsSerializer,
        responses={200: RefundPreviewSerializer} | refusals(409),
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
        responses={200: UnmatchedPaymentSerializer} | refusals(409),
    )
    def post(self, request: Request, capture_id: str) -> Response:
        """Refund what is left of a payment that belongs to no order. The ID is PayPal's capture ID."""
        sent = validated(ReasonSerializer, request.data)
        payment = get_object_or_404(Payment, capture_id=capture_id)
        user = authenticated_user(request)
        done = refund_unmatched_payment(payment_id=payment.pk, by=user, **sent)
        return Response(UnmatchedPaymentSerializer(done).data)
