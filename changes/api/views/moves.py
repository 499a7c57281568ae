"""Views with which staff move a paid booking to another date."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from changes.api.serializers.changes import BookingToMoveSerializer, MoveBookingSerializer, MovePreviewSerializer
from changes.services.move_booking import move_booking, preview_move
from charityshop.api.schema import refusals
from orders.api.serializers.orders import OrderSerializer
from orders.api.views.staff_orders import StaffOrderViewSet


class StaffMoveViewSet(StaffOrderViewSet):
    @extend_schema(
        request=BookingToMoveSerializer, responses={200: MovePreviewSerializer} | refusals(400, 401, 403, 404)
    )
    def move_preview(self, request: Request, public_id: str) -> Response:
        """Return how many people came in with a booking, before it is moved."""
        serializer = BookingToMoveSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        preview = preview_move(order_id=self.get_order_id(), **serializer.validated_data)
        return Response(MovePreviewSerializer(preview).data)

    @extend_schema(request=MoveBookingSerializer, responses={200: OrderSerializer} | refusals(400, 401, 403, 404, 409))
    def move(self, request: Request, public_id: str) -> Response:
        """Move a paid booking to another date of its event, as agreed with the buyer. No money moves."""
        serializer = MoveBookingSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        order = self.get_object()
        move_booking(order_id=order.pk, by=self.get_user(), **serializer.validated_data)
        return self.respond(order)
