"""Refunds in cash, by organizers."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views.sessions import authenticated_user
from charityshop.api.idempotency import get_request_key
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import IDEMPOTENCY_KEY, refusals
from door.api.serializers.tills import CashRefundFormSerializer, CashRefundSerializer
from door.models import Night
from door.services.give_back_cash import give_back_cash
from orders.models import Order


class CashRefundView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="door_refund",
        request=CashRefundFormSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={201: CashRefundSerializer} | refusals(400, 401, 403, 404, 409),
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Refund seats of an order that was paid in cash, from this night's drawer."""
        form = CashRefundFormSerializer(data=request.data)
        night = get_object_or_404(Night.objects.select_related("occurrence"), public_id=public_id)
        form.is_valid(raise_exception=True)
        refund = give_back_cash(
            night=night,
            order_id=get_object_or_404(Order, public_id=form.validated_data["order"]).pk,
            seats=form.validated_data["seats"],
            reason=form.validated_data["reason"],
            request_key=get_request_key(request, about=public_id),
            by=authenticated_user(request),
        )
        return Response(CashRefundSerializer(refund).data, status=status.HTTP_201_CREATED)
