"""Views of vouchers, of a user's own membership, and of the club's members."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.expressions import Expression
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django_filters import rest_framework as filters
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import status, viewsets
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views import authenticated_user
from accounts.models import User
from charityshop.api.pagination import by_text, list_parameters, page_of, sorted_rows
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin, IsSignedIn
from charityshop.api.schema import refusals
from charityshop.api.seen import parse_seen, validated_edit
from charityshop.text import clean, clean_code, fold
from discounts.api.serializers import (
    ImportMembersSerializer,
    MemberActionSerializer,
    MemberListSerializer,
    MemberSerializer,
    MembershipNumberSerializer,
    MembersPlanSerializer,
    NewMemberSerializer,
    NewVoucherSerializer,
    NewVouchersSerializer,
    OwnMembershipSerializer,
    VoucherChangesSerializer,
    VoucherFields,
    VoucherListSerializer,
    VoucherSerializer,
)
from discounts.models import Membership, Voucher
from discounts.selectors import count_uses, get_linked_membership, sum_taken_off
from discounts.services import vouchers
from discounts.services.import_members import import_members, preview_members
from discounts.services.memberships import add_member, end_member, link_membership, unlink_member

ONE_OR_MANY = PolymorphicProxySerializer(
    component_name="CreatedVouchers",
    serializers=[VoucherSerializer, NewVouchersSerializer],
    resource_type_field_name=None,
)
SORT_FIELDS = {"createdAt": "created_at", "code": "code"}


class VoucherFilters(filters.FilterSet):
    keyword = filters.CharFilter(method="by_keyword", help_text="Part of a discount code, in any case.")

    def by_keyword(self, rows: QuerySet[Voucher], name: str, value: str) -> QuerySet[Voucher]:
        return rows.filter(code__contains=clean_code(value).upper())


class VoucherViewSet(viewsets.GenericViewSet[Voucher]):
    permission_classes = [IsShopAdmin]
    serializer_class = VoucherSerializer
    queryset = Voucher.objects.prefetch_related("events")
    lookup_field = "public_id"
    filter_backends = [DjangoFilterBackend]
    filterset_class = VoucherFilters

    @extend_schema(parameters=list_parameters(SORT_FIELDS), responses={200: VoucherListSerializer})
    def list(self, request: Request) -> Response:
        """Return a page of the discount codes, by default the newest."""
        found = self.filter_queryset(self.get_queryset())
        page = page_of(sorted_rows(found, request, fields=SORT_FIELDS, default="createdAt", order="desc"), request)
        rows = self.get_serializer(page.rows, many=True, context=get_use(page.rows)).data
        return Response(page.to_json("vouchers", rows))

    @extend_schema(request=NewVoucherSerializer, responses={201: ONE_OR_MANY} | refusals(409))
    def create(self, request: Request) -> Response:
        """Create a discount code, or with `count` a list of random ones."""
        fields = validated(NewVoucherSerializer, request.data)
        by = authenticated_user(request)
        if count := fields.pop("count", None):
            created = vouchers.create_vouchers(count=count, fields=fields, by=by)
            return Response(NewVouchersSerializer({"vouchers": created}).data, status=status.HTTP_201_CREATED)
        voucher = vouchers.create_voucher(fields=fields, by=by)
        return Response(VoucherSerializer(voucher).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=VoucherChangesSerializer, responses={200: VoucherSerializer} | refusals(409))
    def update(self, request: Request, public_id: str) -> Response:
        """Change a discount code. Missing fields keep their values."""
        sent, seen = validated_edit(VoucherChangesSerializer, request.data, lambda row: VoucherFields(row).data)
        by = authenticated_user(request)
        voucher = vouchers.change_voucher(voucher_id=self.get_object().pk, fields=sent, seen=seen, by=by)
        return Response(VoucherSerializer(voucher, context=get_use([voucher])).data)


def get_use(found: Iterable[Voucher]) -> dict[str, Any]:
    """Return what the serializer says about these discount codes besides their fields."""
    ids = [voucher.pk for voucher in found]
    taken_off = sum_taken_off(order_line__discounts__voucher__in=ids)
    return {"uses": count_uses(ids, now=timezone.now()), "taken_off": taken_off}


# --- Memberships -----------------------------------------------------------------------------------------------------

MAX_WORDS = 8
MEMBER_SORT_FIELDS: dict[str, str | Expression] = {
    "number": by_text("number"),
    "email": by_text("email"),
    "validUntil": "valid_until",
}


class OwnMembershipView(APIView):
    permission_classes = [IsSignedIn]

    @extend_schema(responses={200: OwnMembershipSerializer})
    def get(self, request: Request) -> Response:
        """Return the membership that is linked to one's own account, even if it has ended."""
        membership = get_linked_membership(authenticated_user(request))
        return Response(OwnMembershipSerializer({"membership": membership}).data)

    @extend_schema(request=MembershipNumberSerializer, responses={200: OwnMembershipSerializer} | refusals(409, 429))
    def post(self, request: Request) -> Response:
        """Link the membership that has this number and one's own email address."""
        sent = validated(MembershipNumberSerializer, request.data)
        membership = link_membership(number=sent["number"], by=authenticated_user(request))
        return Response(OwnMembershipSerializer({"membership": membership}).data)


class MemberFilters(filters.FilterSet):
    keyword = filters.CharFilter(
        method="by_keyword", help_text="Parts of a number, an email address or the name of the linked account."
    )

    def by_keyword(self, rows: QuerySet[Membership], name: str, value: str) -> QuerySet[Membership]:
        for word in clean(value).split()[:MAX_WORDS]:
            plain = fold(clean_code(word))
            users = User.objects.searched([word]).order_by()
            rows = rows.filter(Q(number__fold__contains=plain) | Q(email__fold__contains=plain) | Q(user__in=users))
        return rows


class MemberViewSet(viewsets.GenericViewSet[Membership]):
    permission_classes = [IsShopAdmin]
    serializer_class = MemberSerializer
    queryset = Membership.objects.select_related("user")
    filter_backends = [DjangoFilterBackend]
    filterset_class = MemberFilters

    @extend_schema(parameters=list_parameters(MEMBER_SORT_FIELDS), responses={200: MemberListSerializer})
    def list(self, request: Request) -> Response:
        """Return a page of the members, by default by number."""
        found = self.filter_queryset(self.get_queryset())
        page = page_of(sorted_rows(found, request, fields=MEMBER_SORT_FIELDS, default="number", ties=["pk"]), request)
        return Response(page.to_json("members", self.get_serializer(page.rows, many=True).data))

    @extend_schema(request=NewMemberSerializer, responses={201: MemberSerializer} | refusals(409))
    def create(self, request: Request) -> Response:
        """Add a member from today on. An account is linked later, by its user."""
        sent = validated(NewMemberSerializer, request.data)
        member = add_member(**sent, by=authenticated_user(request))
        return Response(self.get_serializer(member).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=MemberActionSerializer, responses={200: MemberSerializer} | refusals(404, 409))
    def end(self, request: Request) -> Response:
        """End a membership immediately. Yesterday was its last day."""
        seen = parse_seen(MemberSerializer, request.data, lambda row: MemberSerializer(row).data)
        member = end_member(membership_id=self.get_member().pk, seen=seen, by=authenticated_user(request))
        return Response(self.get_serializer(member).data)

    @extend_schema(request=MemberActionSerializer, responses={200: MemberSerializer} | refusals(404, 409))
    def unlink(self, request: Request) -> Response:
        """Unlink a membership from its account."""
        seen = parse_seen(MemberSerializer, request.data, lambda row: MemberSerializer(row).data)
        member = unlink_member(membership_id=self.get_member().pk, seen=seen, by=authenticated_user(request))
        return Response(self.get_serializer(member).data)

    @extend_schema(request=ImportMembersSerializer, responses={200: MembersPlanSerializer} | refusals(409))
    def import_list(self, request: Request) -> Response:
        """Import the club's list of members, or without a digest return a preview."""
        asked = validated(ImportMembersSerializer, request.data)
        if "digest" in asked:
            plan = import_members(**asked, by=authenticated_user(request))
        else:
            plan = preview_members(**asked)
        return Response(MembersPlanSerializer(plan).data)

    def get_member(self) -> Membership:
        """Return the membership with the number in the request, without locking it."""
        sent = validated(MembershipNumberSerializer, self.request.data)
        return get_object_or_404(Membership, number=sent["number"])
