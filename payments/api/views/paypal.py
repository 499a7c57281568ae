"""Views of PayPal's configuration for the checkout, and of PayPal's webhooks."""

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from charityshop.exceptions import TooLarge
from charityshop.security.origins import address_of
from payments.api.serializers import PayPalConfigSerializer
from payments.services.webhooks.handle_webhook import handle_webhook

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
