"""Views with which staff create and change vouchers."""

from collections.abc import Mapping, Sequence

from django.db.models import QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import status, viewsets
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.serializer_helpers import ReturnDict

from accounts.api.views.sessions import authenticated_user
from charityshop.api.pagination import list_parameters, page_of, sorted_rows
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import refusals
from charityshop.text import clean_code
from discounts.api.serializers.vouchers import (
    NewVoucherSerializer,
    NewVouchersSerializer,
    VoucherChangesSerializer,
    VoucherListSerializer,
    VoucherSerializer,
)
from discounts.models import Voucher
from discounts.selectors.vouchers import count_uses, list_vouchers
from discounts.services import vouchers

ONE_OR_MANY = PolymorphicProxySerializer(
    component_name="CreatedVouchers",
    serializers=[VoucherSerializer, NewVouchersSerializer],
    resource_type_field_name=None,
)
SORT_FIELDS = {"createdAt": "created_at", "code": "code"}


class VoucherFilters(filters.FilterSet):
    keyword = filters.CharFilter(method="by_keyword", help_text="Part of a code, in any case.")

    def by_keyword(self, rows: QuerySet[Voucher], name: str, value: str) -> QuerySet[Voucher]:
        return rows.filter(code__contains=clean_code(value).upper())


class VoucherViewSet(viewsets.GenericViewSet[Voucher]):
    permission_classes = [IsShopAdmin]
    serializer_class = VoucherSerializer
    queryset = list_vouchers()
    lookup_field = "public_id"
    filter_backends = [DjangoFilterBackend]
    filterset_class = VoucherFilters

    @extend_schema(
        operation_id="vouchers",
        parameters=list_parameters(SORT_FIELDS),
        responses={200: VoucherListSerializer} | refusals(400, 401, 403),
    )
    def list(self, request: Request) -> Response:
        """Return a page of the vouchers, by default the newest."""
        found = self.filter_queryset(self.get_queryset())
        page = page_of(sorted_rows(found, request, fields=SORT_FIELDS, default="createdAt", order="desc"), request)
        uses = count_uses([voucher.pk for voucher in page.rows], now=timezone.now())
        return Response(page.to_json("vouchers", serialize_many(page.rows, uses)))

    @extend_schema(
        operation_id="vouchers_create",
        request=NewVoucherSerializer,
        responses={201: ONE_OR_MANY} | refusals(400, 401, 403, 409),
    )
    def create(self, request: Request) -> Response:
        """Create a voucher, or with `count` a list of vouchers with random codes."""
        fields = validated(NewVoucherSerializer, request.data)
        by = authenticated_user(request)
        if count := fields.pop("count", None):
            created = vouchers.create_vouchers(count=count, fields=fields, by=by)
            return Response({"vouchers": serialize_many(created, {})}, status=status.HTTP_201_CREATED)
        voucher = vouchers.create_voucher(fields=fields, by=by)
        return Response(serialize(voucher, {}), status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="vouchers_update",
        request=VoucherChangesSerializer,
        responses={200: VoucherSerializer} | refusals(400, 401, 403, 404, 409),
    )
    def update(self, request: Request, public_id: str) -> Response:
        """Change a voucher. Missing fields keep their values."""
        sent = validated(VoucherChangesSerializer, request.data)
        voucher = vouchers.change_voucher(voucher_id=self.get_object().pk, fields=sent, by=authenticated_user(request))
        return Response(serialize(voucher, count_uses([voucher.pk], now=timezone.now())))


def serialize(voucher: Voucher, uses: Mapping[int, int]) -> ReturnDict[str, object]:
    return VoucherSerializer(voucher, context={"uses": uses}).data


def serialize_many(found: Sequence[Voucher], uses: Mapping[int, int]) -> list[ReturnDict[str, object]]:
    return [serialize(voucher, uses) for voucher in found]
