"""Views of late guests, who pay with their own phones by the link that a till shows."""

from drf_spectacular.utils import extend_schema
from rest_framework import status, viewsets
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import authenticated_user
from accounts.models import User
from charityshop.api.idempotency import get_request_key
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsSignedIn
from charityshop.api.schema import IDEMPOTENCY_KEY, refusals
from charityshop.security.link_tokens import LINK_HEADERS
from door.api.serializers import late_guests as serializers
from door.selectors.pay_links import find_till, get_offer
from door.services.sell_by_link import order_by_link


class PayLinkViewSet(viewsets.ViewSet):
    def get_permissions(self) -> list[BasePermission]:
        return [AllowAny() if self.request.method in ("GET", "HEAD") else IsSignedIn()]

    @extend_schema(
        parameters=[serializers.AskedSeatsSerializer],
        responses={200: serializers.LateOfferSerializer} | refusals(404),
    )
    def retrieve(self, request: Request, token: str) -> Response:
        """Return what the link sells, and the price of so many seats. Holds nothing."""
        asked = validated(serializers.AskedSeatsSerializer, request.query_params)
        offer = get_offer(token=token, by=request.user if isinstance(request.user, User) else None, **asked)
        return Response(serializers.LateOfferSerializer(offer).data, headers=LINK_HEADERS)

    @extend_schema(
        request=serializers.LateOrderFormSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={201: serializers.LateOrderSerializer} | refusals(404, 409),
    )
    def order(self, request: Request, token: str) -> Response:
        """Hold seats of the link's date for five minutes. The order is paid like others."""
        body = request.data
        find_till(token)  # before the form, so that who has an ended link reads that
        sent = validated(serializers.LateOrderFormSerializer, body)
        order = order_by_link(
            token=token,
            count=sent["seats"],
            total=sent["total"],
            request_key=get_request_key(request),
            by=authenticated_user(request),
        )
        return Response(serializers.LateOrderSerializer(order).data, status=status.HTTP_201_CREATED)
