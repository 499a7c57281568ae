"""Views with which staff create and change vouchers."""

from collections.abc import Iterable, Mapping

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.serializer_helpers import ReturnDict
from rest_framework.views import APIView

from accounts.api.views.sessions import authenticated_user
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import refusals
from discounts.api.serializers.vouchers import (
    NewVoucherSerializer,
    VoucherChangesSerializer,
    VoucherListSerializer,
    VoucherSerializer,
)
from discounts.models import Voucher
from discounts.selectors.uses import count_uses
from discounts.selectors.vouchers import list_vouchers
from discounts.services import vouchers

ONE_OR_MANY = PolymorphicProxySerializer(
    component_name="CreatedVouchers",
    serializers=[VoucherSerializer, VoucherListSerializer],
    resource_type_field_name=None,
)


class VouchersView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(operation_id="vouchers", responses={200: VoucherListSerializer} | refusals(401, 403))
    def get(self, request: Request) -> Response:
        """Return all vouchers, newest first."""
        return Response(serialize_list(list_vouchers(), count_uses(now=timezone.now())))

    @extend_schema(
        operation_id="vouchers_create",
        request=NewVoucherSerializer,
        responses={201: ONE_OR_MANY} | refusals(400, 401, 403, 409),
    )
    def post(self, request: Request) -> Response:
        """Create a voucher, or with `count` a list of vouchers with random codes."""
        form = NewVoucherSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        fields, by = form.validated_data, authenticated_user(request)
        if count := fields.pop("count", None):
            created = vouchers.create_vouchers(count=count, fields=fields, by=by)
            return Response(serialize_list(created, {}), status=status.HTTP_201_CREATED)
        voucher = vouchers.create_voucher(fields=fields, by=by)
        return Response(serialize(voucher, {}), status=status.HTTP_201_CREATED)


class VoucherView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="vouchers_update",
        request=VoucherChangesSerializer,
        responses={200: VoucherSerializer} | refusals(400, 401, 403, 404, 409),
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Change a voucher. Missing fields keep their values."""
        form = VoucherChangesSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        found = get_object_or_404(Voucher, public_id=public_id)
        voucher = vouchers.change_voucher(
            voucher_id=found.pk, fields=form.validated_data, by=authenticated_user(request)
        )
        return Response(serialize(voucher, count_uses([voucher.pk], now=timezone.now())))


def serialize(voucher: Voucher, uses: Mapping[int, int]) -> ReturnDict[str, object]:
    return VoucherSerializer(voucher, context={"uses": uses}).data


def serialize_list(found: Iterable[Voucher], uses: Mapping[int, int]) -> ReturnDict[str, object]:
    return VoucherListSerializer({"vouchers": found}, context={"uses": uses}).data
