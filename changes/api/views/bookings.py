"""Views of the bookings of an order."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views.sessions import authenticated_user
from bookings.api.views.events import BookingCountView
from bookings.models import Booking
from changes.api.serializers.changes import BookingSerializer, ChangeBookingSerializer, ConfirmBookingSerializer
from changes.services.change_booking import book_by_hand, change_booking, get_order_booking
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin, IsSignedIn
from charityshop.api.schema import refusals
from orders.models import Order


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
        | refusals(400, 401, 403, 404, 409),
    )
    def post(self, request: Request) -> Response:
        """Return the booking that the order already has (200). Without `order`, staff book by hand (201)."""
        wanted = validated(ConfirmBookingSerializer, request.data)
        user = authenticated_user(request)
        where = {"product": wanted["product"], "booking_date": wanted["bookingDate"]}
        if wanted.get("order"):
            order = get_object_or_404(Order.objects.visible_to(user), public_id=wanted["order"])
            return Response(BookingSerializer(get_order_booking(order=order, **where)).data)
        booking = book_by_hand(**where, count=wanted["reservationSeats"], by=user)
        return Response(BookingSerializer(booking).data, status=status.HTTP_201_CREATED)


class BookingView(APIView):
    """One booking; staff only."""

    permission_classes = [IsShopAdmin]

    @extend_schema(
        request=ChangeBookingSerializer,
        responses={200: BookingSerializer} | refusals(400, 401, 403, 404, 409),
    )
    def put(self, request: Request, public_id: str) -> Response:
        sent = validated(ChangeBookingSerializer, request.data)
        booking = get_object_or_404(Booking, public_id=public_id)
        changed = change_booking(booking_id=booking.pk, **sent, by=authenticated_user(request))
        return Response(BookingSerializer(changed).data)
