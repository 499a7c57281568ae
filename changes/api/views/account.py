"""DELETE /api/users/profile. In this app because deleting an account also anonymizes its orders."""

from django.contrib.auth import logout
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.serializers import ProofSerializer
from accounts.api.views.email_codes import proof_of
from accounts.api.views.sessions import authenticated_user, respond
from accounts.api.views.users import ProfileViewSet
from changes.services.delete_account import delete_account
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsSignedIn
from charityshop.api.schema import MessageSerializer, refusals


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
