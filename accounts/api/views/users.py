"""Accounts: registration, one's own account, and the staff's list of users."""

from django.db.models import Q, QuerySet
from django.db.models.expressions import Expression
from django_filters import rest_framework as filters
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, status, viewsets
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import serializers
from accounts.api.views.email_codes import proof_of
from accounts.api.views.sessions import authenticated_user, respond
from accounts.models import User, named_like
from accounts.services import anonymize_user, users
from accounts.sessions import open_session
from charityshop.api.pagination import by_text, list_parameters, page_of, sorted_rows
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin, IsSignedIn, IsSignedInEvenDuringReset, IsSignedInEvenRestricted
from charityshop.api.schema import MessageSerializer, refusals
from charityshop.security.origins import address_of
from charityshop.text import clean

SORT_FIELDS: dict[str, str | Expression] = {
    "_id": "public_id",
    "firstName": by_text("first_name"),
    "lastName": by_text("last_name"),
    "email": by_text("email"),
    "isAdmin": "is_staff",
}
NOT_MAILED_MESSAGE = (
    "Password reset. No email was sent, because this address got {} about its password within the hour."
)


class UserFilters(filters.FilterSet):
    keyword = filters.CharFilter(
        method="by_keyword", help_text="Parts of a name or an email address, or the beginning of an id."
    )

    def by_keyword(self, rows: QuerySet[User], name: str, value: str) -> QuerySet[User]:
        for word in clean(value).split()[:8]:
            rows = rows.filter(named_like(word) | Q(public_id__startswith=word.lower()))
        return rows


class UserViewSet(mixins.RetrieveModelMixin, viewsets.GenericViewSet[User]):
    """Anyone may register. Admins see and change all accounts, other users only their own."""

    serializer_class = serializers.UserSerializer
    lookup_field = "public_id"
    filter_backends = [DjangoFilterBackend]
    filterset_class = UserFilters
    permissions = {"create": AllowAny, "list": IsShopAdmin, "destroy": IsShopAdmin}

    def get_permissions(self) -> list[BasePermission]:
        return [self.permissions.get(self.action or "", IsSignedIn)()]

    def get_queryset(self) -> QuerySet[User]:
        visible = User.objects.visible_to(authenticated_user(self.request))  # another user's account returns 404
        return visible.without_house()

    @extend_schema(
        request=serializers.RegisterSerializer,
        responses={201: serializers.UserInfoSerializer} | refusals(409, 429, 503),
    )
    def create(self, request: Request) -> Response:
        sent = validated(serializers.RegisterSerializer, request.data)
        user = users.register_user(**sent, address=address_of(request))
        open_session(request, user)
        return Response(serializers.UserInfoSerializer(user).data, status=status.HTTP_201_CREATED)

    @extend_schema(parameters=list_parameters(SORT_FIELDS), responses={200: serializers.UserListSerializer})
    def list(self, request: Request) -> Response:
        rows = sorted_rows(self.filter_queryset(self.get_queryset()), request, fields=SORT_FIELDS, default="_id")
        page = page_of(rows, request)
        return Response(page.to_json("users", self.get_serializer(page.rows, many=True).data))

    @extend_schema(
        request=serializers.EditUserSerializer, responses={200: serializers.UserSerializer} | refusals(409, 429)
    )
    def update(self, request: Request, public_id: str) -> Response:
        user_id = self.get_object().pk
        sent = validated(serializers.EditUserSerializer, request.data)
        proof = proof_of(request, sent)
        changed = users.change_user(user_id=user_id, by=authenticated_user(request), proof=proof, **sent)
        return Response(self.get_serializer(changed).data)

    @extend_schema(responses={200: MessageSerializer} | refusals(409))
    def destroy(self, request: Request, public_id: str) -> Response:
        anonymize_user.delete_user(user_id=self.get_object().pk, by=authenticated_user(request))
        return respond("User deleted.")


class ProfileViewSet(viewsets.GenericViewSet[User]):
    """Read and change one's own account, even while a password reset is required."""

    permissions = {"read": IsSignedInEvenRestricted}
    serializer_class = serializers.UserInfoSerializer

    def get_permissions(self) -> list[BasePermission]:
        return [self.permissions.get(self.action or "", IsSignedInEvenDuringReset)()]

    def read(self, request: Request) -> Response:
        return Response(self.get_serializer(request.user).data)

    @extend_schema(
        request=serializers.ProfileSerializer, responses={200: serializers.UserInfoSerializer} | refusals(409, 429)
    )
    def change(self, request: Request) -> Response:
        sent = validated(serializers.ProfileSerializer, request.data)
        user = authenticated_user(request)
        proof = proof_of(request, sent)
        changed = users.change_user(user_id=user.pk, by=user, proof=proof, **sent)
        return Response(self.get_serializer(changed).data)
