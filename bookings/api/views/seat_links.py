"""Views of seats that buyers give away: for buyers and staff, and for anybody who has a link."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import status, viewsets
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from bookings.api.serializers import seat_links as serializers
from bookings.models import Booking, SeatLink
from bookings.selectors.seat_links import get_booking_links, get_seat
from bookings.services import seat_links
from charityshop.api.idempotency import get_request_key
from charityshop.api.permissions import IsSignedIn
from charityshop.api.schema import IDEMPOTENCY_KEY, MessageSerializer, refusals
from charityshop.api.throttling import Limit, counting_dead_links
from charityshop.security.link_tokens import LINK_HEADERS
from charityshop.security.origins import address_of

# --- For buyers and staff --------------------------------------------------------------------------------------------


class BookingLinksView(APIView):
    """The links of one's own booking."""

    permission_classes = [IsSignedIn]

    @extend_schema(responses={200: serializers.BookingLinksSerializer})
    def get(self, request: Request, public_id: str) -> Response:
        links = get_booking_links(self.get_own_booking(public_id))
        return Response(serializers.BookingLinksSerializer(links).data)

    @extend_schema(
        request=serializers.NewLinksSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={201: serializers.SeatLinksSerializer} | refusals(409),
    )
    def post(self, request: Request, public_id: str) -> Response:
        form = serializers.NewLinksSerializer(data=request.data)
        booking = self.get_own_booking(public_id)
        form.is_valid(raise_exception=True)
        links = seat_links.create_links(
            booking_id=booking.pk,
            count=form.validated_data["count"],
            request_key=get_request_key(request),
            by=authenticated_user(request),
        )
        return Response(serializers.SeatLinksSerializer({"links": links}).data, status=status.HTTP_201_CREATED)

    def get_own_booking(self, public_id: str) -> Booking:
        return get_object_or_404(Booking, public_id=public_id, user=authenticated_user(self.request))


class SeatLinkView(APIView):
    """A link of one's own booking; for staff, any link."""

    permission_classes = [IsSignedIn]

    @extend_schema(responses={200: serializers.SeatLinkSerializer} | refusals(409))
    def delete(self, request: Request, public_id: str) -> Response:
        user = authenticated_user(request)
        link = get_object_or_404(SeatLink.objects.visible_to(user), public_id=public_id)
        return Response(serializers.SeatLinkSerializer(seat_links.revoke_link(link_id=link.pk, by=user)).data)


# --- For anybody with a link ------------------------------------------------------------------------------------------


class SeatViewSet(viewsets.ViewSet):
    """The seat of a link. Reading it changes nothing, because email scanners open links."""

    authentication_classes = []  # the token in the URL replaces signing in
    permission_classes = [AllowAny]

    @property
    def default_response_headers(self) -> dict[str, str]:
        return {**super().default_response_headers, **LINK_HEADERS}

    @extend_schema(responses={200: serializers.SeatSerializer} | refusals(429))
    def read(self, request: Request, token: str) -> Response:
        with counting_dead_links(request):
            return Response(serializers.SeatSerializer(get_seat(token)).data)

    @extend_schema(
        request=serializers.ClaimSeatSerializer, responses={201: serializers.TicketSerializer} | refusals(409, 429)
    )
    def claim(self, request: Request, token: str) -> Response:
        """Claim the seat. The response has the guest's own link."""
        form = serializers.ClaimSeatSerializer(data=request.data)
        with counting_dead_links(request):
            seat = get_seat(token)
            form.is_valid(raise_exception=True)
            Limit.of("link", address_of(request)).check()
            Limit.of("link", "claim", seat.link.booking.public_id).spend()  # each may email somebody
            guest = form.validated_data
            link = seat_links.claim_seat(token=token, first_name=guest["firstName"], email=guest.get("email", ""))
        return Response(serializers.TicketSerializer(link).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=None, responses={200: MessageSerializer} | refusals(409, 429))
    def give_back(self, request: Request, token: str) -> Response:
        """Give a guest's seat back to the buyer."""
        with counting_dead_links(request):
            seat_links.give_back_seat(token=token)
        return Response({"message": "You gave the seat back."})
