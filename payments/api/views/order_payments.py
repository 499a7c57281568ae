"""Views with which buyers pay their orders, and staff refund them."""

from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from charityshop.api.idempotency import get_request_key
from charityshop.api.schema import IDEMPOTENCY_KEY, refusals
from orders.api.serializers.orders import OrderSerializer
from orders.api.views.orders import OrderViewSet, build_response
from orders.models import Order
from orders.selectors.order_details import read_details
from payments.api.serializers import PAY, PayPalOrderSerializer, PaySerializer, RefundOrderSerializer
from payments.services.create_paypal_order import create_paypal_order
from payments.services.pay_order import pay_for_test, pay_order
from payments.services.refunds.refund_order import refund_order, refuse_cash


class OrderPaymentViewSet(OrderViewSet):
    admin_actions = ("refund",)

    @extend_schema(request=None, responses={200: PayPalOrderSerializer} | refusals(401, 403, 404, 409, 503))
    def paypal(self, request: Request, public_id: str) -> Response:
        return Response({"id": create_paypal_order(order_id=self.get_own_order().pk, by=self.get_user())})

    @extend_schema(
        request=PaySerializer,
        responses={200: OrderSerializer} | refusals(400, 401, 403, 404, 409, 503),
    )
    def pay(self, request: Request, public_id: str) -> Response:
        data = PAY.run_validation(request.data)
        order = self.get_own_order()
        if data["test"]:
            return self.respond(pay_for_test(order_id=order.pk, by=self.get_user()))
        return build_response(read_details(pay_order(order=order, paypal_order_id=data["id"])))

    @extend_schema(
        request=RefundOrderSerializer,
        parameters=[IDEMPOTENCY_KEY],
        responses={200: OrderSerializer} | refusals(400, 401, 403, 404, 409),
    )
    def refund(self, request: Request, public_id: str) -> Response:
        serializer = RefundOrderSerializer(data=request.data)
        order_id = self.get_order_id()
        refuse_cash(order_id=order_id)  # whatever the request asks for
        serializer.is_valid(raise_exception=True)
        return self.respond(
            refund_order(
                order_id=order_id,
                request_key=get_request_key(request, about=public_id),
                by=self.get_user(),
                **serializer.validated_data,
            )
        )

    def get_own_order(self) -> Order:
        """Return one of the user's own orders. Even admins get a 404 for others: only the buyer may pay."""
        return get_object_or_404(Order.objects.filter(user=self.get_user()), public_id=self.kwargs["public_id"])
