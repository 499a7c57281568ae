"""The signed-in user's own account."""

from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.serializers import accounts as account_serializers
from accounts.api.views.email_codes import proof_of
from accounts.api.views.sessions import authenticated_user
from accounts.models import User
from accounts.services import users
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsSignedInEvenDuringReset, IsSignedInEvenRestricted
from charityshop.api.schema import refusals


class ProfileViewSet(viewsets.GenericViewSet[User]):
    """Read and change one's own account, also while a password reset is required."""

    permissions = {"read": IsSignedInEvenRestricted}
    serializer_class = account_serializers.UserInfoSerializer

    def get_permissions(self) -> list[BasePermission]:
        return [self.permissions.get(self.action or "", IsSignedInEvenDuringReset)()]

    @extend_schema(responses={200: account_serializers.UserInfoSerializer} | refusals(401))
    def read(self, request: Request) -> Response:
        return Response(self.get_serializer(request.user).data)

    @extend_schema(
        request=account_serializers.ProfileSerializer,
        responses={200: account_serializers.UserInfoSerializer} | refusals(400, 401, 409, 429),
    )
    def change(self, request: Request) -> Response:
        sent = validated(account_serializers.ProfileSerializer, request.data)
        user = authenticated_user(request)
        proof = proof_of(request, sent)
        changed = users.change_user(user_id=user.pk, by=user, proof=proof, **sent)
        return Response(self.get_serializer(changed).data)
