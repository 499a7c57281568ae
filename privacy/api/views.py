"""Views that export personal data, for users themselves and for staff on their behalf, and of one's own account."""

from django.contrib.auth import logout
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.serializers import ProofSerializer
from accounts.api.views import ProfileViewSet, authenticated_user, proof_of, respond
from accounts.models import User
from charityshop import audit
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsFromThisSite, IsShopAdmin, IsSignedIn
from charityshop.api.schema import MessageSerializer, refusals
from charityshop.api.throttling import DownloadThrottle
from charityshop.exceptions import Missing
from privacy.selectors.personal_data import export_personal_data
from privacy.services.delete_account import delete_account


def respond_with_file(user: User) -> Response:
    name = f"data-{user.public_id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(export_personal_data(user), headers=headers)


class OwnDataView(APIView):
    permission_classes = [IsSignedIn, IsFromThisSite]
    throttle_classes = [DownloadThrottle]

    @extend_schema(operation_id="users_profile_data", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request) -> Response:
        """Export all personal data about one's own account, as a file."""
        return respond_with_file(authenticated_user(request))


class UserDataView(APIView):
    permission_classes = [IsShopAdmin, IsFromThisSite]
    throttle_classes = [DownloadThrottle]

    @extend_schema(operation_id="users_data", responses={200: OpenApiTypes.OBJECT})
    def get(self, request: Request, public_id: str) -> Response:
        """Export all personal data about a user, at the user's request. Recorded in the audit log."""
        user = User.objects.filter(public_id=public_id).first()
        if user is None:
            raise Missing("User not found.", code="not_found")
        audit.record("personal data handed out", user, by=authenticated_user(request))
        return respond_with_file(user)


class OwnAccountView(ProfileViewSet):
    def get_permissions(self) -> list[BasePermission]:
        """Require users with a pending password reset to set a new password first."""
        return [IsSignedIn()] if self.action == "delete_account" else super().get_permissions()

    @extend_schema(request=ProofSerializer, responses={200: MessageSerializer} | refusals(400, 409, 429))
    def delete_account(self, request: Request) -> Response:
        """Delete one's own account. Orders stay, anonymized."""
        sent = validated(ProofSerializer, request.data)
        delete_account(proof=proof_of(request, sent), by=authenticated_user(request))
        logout(request)
        return respond("Your account is deleted.")
