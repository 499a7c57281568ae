"""Views of what needs the staff's attention, and with which they mark it as done."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from attention.api.serializers import AttentionItemSerializer, PaymentAlertSerializer, ResolveAlertSerializer
from attention.selectors.attention import list_attention_items
from attention.selectors.gifts_for_costs import list_seasons_on_gifts
from attention.services.mark_as_done import mark_as_done
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import refusals


class AttentionView(APIView):
    """Orders, for staff alone."""

    permission_classes = [IsShopAdmin]

    @extend_schema(operation_id="orders_attention", responses={200: AttentionItemSerializer(many=True)})
    def get(self, request: Request) -> Response:
        items = [*list_attention_items(), *list_seasons_on_gifts()]
        return Response(AttentionItemSerializer(items, many=True).data)


class PaymentAlertView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        request=ResolveAlertSerializer,
        responses={200: PaymentAlertSerializer} | refusals(409),
    )
    def post(self, request: Request, alert: str) -> Response:
        """Mark an alert about a payment as done."""
        sent = validated(ResolveAlertSerializer, request.data)
        done = mark_as_done(item_id=alert, by=authenticated_user(request), **sent)
        return Response(PaymentAlertSerializer(done).data)
