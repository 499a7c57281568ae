"""The dates that staff have before them."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bookings.api.serializers.next_dates import NextDateSerializer
from bookings.selectors.next_dates import list_next_dates
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import refusals


class NextDatesView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="products_next_dates",
        responses={200: NextDateSerializer(many=True)} | refusals(401, 403),
    )
    def get(self, request: Request) -> Response:
        """Return the dates that are on now and the next ones, of all published events, soonest first."""
        return Response(NextDateSerializer(list_next_dates(timezone.now()), many=True).data)
