"""What buyers do with paid bookings, and single bookings, which staff make by hand."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from bookings.api.views.events import BookingCountView
from bookings.models import NO_REASON, Booking
from changes.services.change_booking import book_by_hand, change_booking, get_order_booking, move_booking, preview_move
from changes.services.request_change import ChangeRequest, list_options, request_change
from charityshop.api.idempotency import get_request_key
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin, IsSignedIn
from charityshop.api.schema import IDEMPOTENCY_KEY, refusals
from orders.models import Order
from purchases.api.serializers.changes import (
    BookingSerializer,
    BookingToMoveSerializer,
    ChangeBookingSerializer,
    ChangedOrderSerializer,
    ChangeRequestSerializer,
    ConfirmBookingSerializer,
    MoveBookingSerializer,
    MovePreviewSerializer,
    OrderOptionsSerializer,
)
from purchases.api.serializers.orders import OrderSerializer
from purchases.api.views.orders import get_own_order
from purchases.api.views.staff_orders import StaffOrderViewSet
from purchases.selectors.order_details import get_details


class OrderOptionsView(APIView):
    permission_classes = [IsSignedIn]

    @extend_schema(operation_id="orders_options", responses={200: OrderOptionsSerializer})
    def get(self, request: Request, public_id: str) -> Response:
        """Return what can still be done with each booking of a paid order, and for how much money."""
        options = list_options(get_own_order(request, public_id))
        return Response(OrderOptionsSerializer({"bookings": options}).data)


class ChangesView(APIView):
    permission_classes = [IsSignedIn]

    @extend_schema(
        operation_id="orders_change",
        request=ChangeRequestSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={201: ChangedOrderSerializer} | refusals(409, 503),
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Refund seats by the policy, leave them as a gift, give them back, or move the booking to another date."""
        serializer = ChangeRequestSerializer(data=request.data)
        order = get_own_order(request, public_id)
        serializer.is_valid(raise_exception=True)
        change = request_change(
            order_id=order.pk,
            change_request=ChangeRequest(**serializer.validated_data),
            request_key=get_request_key(request),
            by=authenticated_user(request),
        )
        changed = ChangedOrderSerializer({"change": change, "order": get_details(order.pk)})
        return Response(changed.data, status=status.HTTP_201_CREATED)


class StaffMoveViewSet(StaffOrderViewSet):
    @extend_schema(request=BookingToMoveSerializer, responses={200: MovePreviewSerializer})
    def move_preview(self, request: Request, public_id: str) -> Response:
        """Return how many people came in with a booking, before it is moved."""
        sent = validated(BookingToMoveSerializer, request.data)
        preview = preview_move(order_id=self.get_order_id(), **sent)
        return Response(MovePreviewSerializer(preview).data)

    @extend_schema(request=MoveBookingSerializer, responses={200: OrderSerializer} | refusals(409))
    def move(self, request: Request, public_id: str) -> Response:
        """Move a paid booking to another date of its event, as agreed with the buyer. No money moves."""
        sent = validated(MoveBookingSerializer, request.data)
        order = self.get_object()
        move_booking(order_id=order.pk, by=self.get_user(), **sent)
        return self.respond(order)


class BookingsView(BookingCountView):
    # The public seat count is in `bookings`. Creating bookings is here, because it depends on orders.
    def get_permissions(self) -> list[BasePermission]:
        return [IsSignedIn()] if self.request.method == "POST" else [AllowAny()]

    @extend_schema(
        operation_id="bookings_create",
        request=ConfirmBookingSerializer,
        responses={
            (200, "application/json"): BookingSerializer,
            201: BookingSerializer,
        }
        | refusals(404, 409),
    )
    def post(self, request: Request) -> Response:
        """Return the booking that the order already has (200). Without `order`, staff book by hand (201)."""
        wanted = validated(ConfirmBookingSerializer, request.data)
        user = authenticated_user(request)
        where = {"product": wanted["product"], "booking_date": wanted["bookingDate"]}
        if wanted.get("order"):
            order = get_object_or_404(Order.objects.visible_to(user), public_id=wanted["order"])
            return Response(BookingSerializer(get_order_booking(order=order, **where)).data)
        booking = book_by_hand(
            **where, count=wanted["reservationSeats"], by=user, reason=wanted.get("reason") or NO_REASON
        )
        return Response(BookingSerializer(booking).data, status=status.HTTP_201_CREATED)


class BookingView(APIView):
    """One booking; staff only."""

    permission_classes = [IsShopAdmin]

    @extend_schema(
        request=ChangeBookingSerializer,
        responses={200: BookingSerializer} | refusals(409),
    )
    def put(self, request: Request, public_id: str) -> Response:
        sent = validated(ChangeBookingSerializer, request.data)
        booking = get_object_or_404(Booking, public_id=public_id)
        changed = change_booking(booking_id=booking.pk, **sent, by=authenticated_user(request))
        return Response(BookingSerializer(changed).data)
