"""Views of a buyer's orders."""

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from django.db.models import Count, F, OuterRef, QuerySet, Subquery, Value
from django.db.models.expressions import Expression
from django.db.models.functions import Coalesce, Concat, Lower
from django.utils import timezone
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema
from rest_framework import status, viewsets
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.views import authenticated_user
from accounts.models import User
from charityshop.api.idempotency import get_request_key
from charityshop.api.pagination import by_text, list_parameters, page_of, sorted_rows
from charityshop.api.permissions import IsShopAdmin, IsSignedIn
from charityshop.api.schema import IDEMPOTENCY_KEY, refusals
from charityshop.security.origins import address_of
from discounts.codes import count_wrong_codes
from orders.models import Order, OrderLine
from orders.services.cancel_order import cancel_order, deliver_order
from orders.services.place_order import OrderRequest, place_order, quote_order
from payments.selectors.revenue import get_order_revenue
from purchases.api.filters import OrderFilters
from purchases.api.serializers import order_input
from purchases.api.serializers import orders as order_serializers
from purchases.api.serializers.orders import NextUpSerializer
from purchases.selectors.next_up import get_next_up
from purchases.selectors.order_details import OrderDetails, collect_details, get_details, read_details, read_whole

LINES = OrderLine.objects.filter(order=OuterRef("pk")).order_by().values("order")
SORT_FIELDS: dict[str, str | Expression] = {
    "_id": "public_id",
    "user": Lower(Concat(F("user__first_name"), Value(" "), F("user__last_name"))),
    "reservations": Coalesce(Subquery(LINES.annotate(number=Count("pk")).values("number")), 0),
    "totalPrice": "total_price",
    "createdAt": "created_at",
    "paymentMethod": by_text("payment_method"),
}
SORT_FIELDS |= {"user._id": SORT_FIELDS["user"], "orderItems": SORT_FIELDS["reservations"]}


class OrderViewSet(viewsets.GenericViewSet[Order]):
    """A buyer's orders. Admins see all orders."""

    serializer_class = order_serializers.OrderSerializer
    filter_backends = [DjangoFilterBackend]
    filterset_class = OrderFilters
    lookup_field = "public_id"
    queryset = Order.objects.none()  # only for the API schema; requests use get_queryset
    admin_actions: tuple[str, ...] = ("list", "deliver")

    def get_permissions(self) -> list[BasePermission]:
        if self.action == "quote":
            return [AllowAny()]
        return [IsShopAdmin() if self.action in self.admin_actions else IsSignedIn()]

    def get_queryset(self) -> QuerySet[Order]:
        visible = Order.objects.visible_to(authenticated_user(self.request))  # orders of others return 404
        return visible.select_related("user")

    def respond(self, order: Order) -> Response:
        """Return the order as stored after the write."""
        return build_response(get_details(order.pk))

    def get_order_id(self) -> int:
        """Return only the ID, because services read the order again after locking it."""
        return self.get_object().pk

    def get_user(self) -> User:
        return authenticated_user(self.request)

    @extend_schema(
        request=order_input.PlaceOrderSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={201: order_serializers.OrderSerializer} | refusals(409, 429, 503),
    )
    def create(self, request: Request) -> Response:
        order_request = order_input.parse_order(request.data)
        with self.count_wrong_codes(order_request):
            order = place_order(order_request=order_request, request_key=get_request_key(request), by=self.get_user())
        return build_response(read_details(order), status.HTTP_201_CREATED)

    @extend_schema(
        request=order_input.QuoteOrderSerializer,
        responses={200: order_serializers.QuoteSerializer} | refusals(409, 429),
    )
    def quote(self, request: Request) -> Response:
        order_request = order_input.parse_order(request.data, order_input.QUOTE_ORDER)
        with self.count_wrong_codes(order_request):
            quote = quote_order(order_request=order_request, by=self.find_user())
        return Response(order_serializers.QuoteSerializer(quote).data)

    def count_wrong_codes(self, order_request: OrderRequest) -> AbstractContextManager[None]:
        if not order_request.voucher:
            return nullcontext()
        return count_wrong_codes(by=self.find_user(), address=address_of(self.request))

    def find_user(self) -> User | None:
        """Return the user, or None for a visitor who is not signed in."""
        user = self.request.user
        return user if isinstance(user, User) else None

    @extend_schema(responses={200: order_serializers.OrderSerializer})
    def retrieve(self, request: Request, public_id: str) -> Response:
        return build_response(read_details(self.get_object()))

    @extend_schema(
        parameters=list_parameters(SORT_FIELDS),
        responses={200: order_serializers.OrderListSerializer},
    )
    def list(self, request: Request) -> Response:
        """Return a page of the orders, and the sums of all that match the filters."""
        rows = self.filter_queryset(read_whole(self.get_queryset()))
        rows = sorted_rows(rows, request, fields=SORT_FIELDS, default="createdAt", order="desc")
        # Read the buyers in a second query: with a join, the database may start by scanning all users.
        page = page_of(rows.select_related(None).prefetch_related("user"), request)
        revenue = get_order_revenue(self.filter_queryset(Order.objects.visible_to(self.get_user())))
        sums = order_serializers.OrderRevenueSerializer(revenue).data
        return Response(page.to_json("orders", serialize_orders(page.rows)) | {"sums": sums})

    @extend_schema(filters=False, responses={200: order_serializers.OrderSerializer(many=True)})
    def my_orders(self, request: Request) -> Response:
        mine = Order.objects.filter(user=self.get_user()).without_abandoned().order_by("-public_id")
        return Response(serialize_orders(read_whole(mine)))

    @extend_schema(filters=False, responses={200: NextUpSerializer})
    def next_up(self, request: Request) -> Response:
        """Return the user's next ticket for today or tomorrow, offer of a waiting list, and choice about a date."""
        return Response(NextUpSerializer(get_next_up(self.get_user(), timezone.now())).data)

    @extend_schema(request=None, responses={200: order_serializers.OrderSerializer} | refusals(409))
    def cancel(self, request: Request, public_id: str) -> Response:
        return self.respond(cancel_order(order_id=self.get_order_id(), by=self.get_user()))

    @extend_schema(request=None, responses={200: order_serializers.OrderSerializer} | refusals(409))
    def deliver(self, request: Request, public_id: str) -> Response:
        return self.respond(deliver_order(order_id=self.get_order_id(), by=self.get_user()))


def get_own_order(request: Request, public_id: str) -> Order:
    """Return one of the user's own orders. Even admins get a 404 for others: only the buyer pays and decides."""
    return get_object_or_404(Order.objects.filter(user=authenticated_user(request)), public_id=public_id)


def build_response(details: OrderDetails, http_status: int = status.HTTP_200_OK) -> Response:
    return Response(order_serializers.ORDER.to_representation(details), status=http_status)


def serialize_orders(orders: Iterable[Order]) -> Any:
    """Serialize orders that were read whole."""
    return order_serializers.ORDERS.to_representation([collect_details(order) for order in orders])
