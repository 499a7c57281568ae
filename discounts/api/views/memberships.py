"""Views of memberships: a user's own one, and the import of the club's list."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.views.sessions import authenticated_user
from charityshop.api.permissions import IsShopAdmin, IsSignedIn
from charityshop.api.schema import refusals
from discounts.api.serializers.memberships import (
    ImportMembersSerializer,
    LinkMembershipSerializer,
    MembersPlanSerializer,
    OwnMembershipSerializer,
)
from discounts.selectors.memberships import get_linked_membership
from discounts.services.import_members import import_members, preview_members
from discounts.services.memberships import link_membership


class OwnMembershipView(APIView):
    permission_classes = [IsSignedIn]

    @extend_schema(operation_id="membership", responses={200: OwnMembershipSerializer} | refusals(401, 403))
    def get(self, request: Request) -> Response:
        """Return the membership that is linked to one's own account, also if it has ended."""
        membership = get_linked_membership(authenticated_user(request))
        return Response(OwnMembershipSerializer({"membership": membership}).data)

    @extend_schema(
        operation_id="membership_link",
        request=LinkMembershipSerializer,
        responses={200: OwnMembershipSerializer} | refusals(400, 401, 403, 409, 429),
    )
    def post(self, request: Request) -> Response:
        """Link the membership that has this number and one's own email address."""
        form = LinkMembershipSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        membership = link_membership(number=form.validated_data["number"], by=authenticated_user(request))
        return Response(OwnMembershipSerializer({"membership": membership}).data)


class MembersImportView(APIView):
    permission_classes = [IsShopAdmin]

    @extend_schema(
        operation_id="members_import",
        request=ImportMembersSerializer,
        responses={200: MembersPlanSerializer} | refusals(400, 401, 403, 409),
    )
    def post(self, request: Request) -> Response:
        """Import the club's list of members, or without a digest return a preview."""
        form = ImportMembersSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        asked = form.validated_data
        if "digest" in asked:
            plan = import_members(**asked, by=authenticated_user(request))
        else:
            plan = preview_members(**asked)
        return Response(MembersPlanSerializer(plan).data)
