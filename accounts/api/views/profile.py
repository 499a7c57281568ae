"""The calls about one's own account."""

from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.serializers import accounts as account_serializers
from accounts.api.views.sessions import signed_in_person
from accounts.models import User
from accounts.services import users
from charityshop.api.permissions import IsSignedInEvenFlagged, IsSignedInEvenHeldUp
from charityshop.api.schema import refusals


class ProfileViewSet(viewsets.GenericViewSet[User]):
    """One's own account. Reachable while a new password is due."""

    permissions = {"read": IsSignedInEvenHeldUp}
    serializer_class = account_serializers.UserInfoSerializer

    def get_permissions(self) -> list[BasePermission]:
        return [self.permissions.get(self.action or "", IsSignedInEvenFlagged)()]

    @extend_schema(responses={200: account_serializers.UserInfoSerializer} | refusals(401))
    def read(self, request: Request) -> Response:
        return Response(self.get_serializer(request.user).data)

    @extend_schema(
        request=account_serializers.ProfileSerializer,
        responses={200: account_serializers.UserInfoSerializer} | refusals(400, 401, 409, 429),
    )
    def change(self, request: Request) -> Response:
        asked = account_serializers.ProfileSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        person = signed_in_person(request)
        changed = users.change_user(user_id=person.pk, by=person, **asked.validated_data)
        return Response(self.get_serializer(changed).data)
