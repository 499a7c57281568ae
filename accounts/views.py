"""The calls under /api/users."""

from typing import Any, cast

from django.conf import settings
from django.contrib.auth import logout
from django.db.models import QuerySet
from django.db.models.expressions import Expression
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status, viewsets
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import goodbye, passwords, serializers, services, signing_in
from accounts.filters import UserFilters
from accounts.models import Session, User
from accounts.sessions import open_session, session_of
from charityshop.api.described import described
from charityshop.api.pagination import by_text, page_of, sorted_rows
from charityshop.api.permissions import IsShopAdmin, IsSignedIn, IsSignedInEvenFlagged, IsSignedInEvenHeldUp
from charityshop.api.schema import MessageSerializer, refusals
from charityshop.api.throttling import Limit
from charityshop.security.client_ip import address_of

SORT_FIELDS: dict[str, str | Expression] = {
    "_id": "public_id",
    "firstName": by_text("first_name"),
    "lastName": by_text("last_name"),
    "email": by_text("email"),
    "isAdmin": "is_staff",
}
NOT_MAILED = "Password reset. No email was sent, because this address got {} about its password within the hour."
LIST_PARAMETERS = [
    OpenApiParameter("pageNumber", int, description="From 1; past the end is the last page."),
    OpenApiParameter("sortField", str, enum=list(SORT_FIELDS)),
    OpenApiParameter("sortOrder", str, enum=["asc", "desc"]),
]


def signed_in_person(request: Request) -> User:
    """For views whose permissions let nobody else in."""
    return cast(User, request.user)


def said(sentence: str) -> Response:
    return Response({"message": sentence})


class SessionViewSet(viewsets.ViewSet):
    """Signing in and out."""

    permission_classes = [AllowAny]

    @described(
        request=serializers.SignInSerializer,
        responses={200: serializers.UserInfoSerializer} | refusals(400, 401, 403, 429, 503),
    )
    def sign_in(self, request: Request) -> Response:
        asked = serializers.SignInSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        person = signing_in.sign_in(**asked.validated_data, address=address_of(request))
        open_session(request._request, person)
        return Response(serializers.UserInfoSerializer(person).data)

    @described(request=None, responses={200: MessageSerializer})
    def sign_out(self, request: Request) -> Response:
        logout(request._request)
        return said("Signed out.")


class EverySessionView(APIView):
    """Signing out on every device at once."""

    permission_classes = [IsSignedInEvenHeldUp]

    @described(operation_id="users_logout_everywhere", request=None, responses={200: MessageSerializer} | refusals(401))
    def post(self, request: Request) -> Response:
        services.sign_out_everywhere(by=signed_in_person(request))
        logout(request._request)
        return said("Signed out everywhere.")


class OwnSessionsViewSet(viewsets.GenericViewSet[Session]):
    """Where one is signed in, and ending it there."""

    permission_classes = [IsSignedIn]
    serializer_class = serializers.SessionSerializer
    lookup_field = "public_id"

    def get_queryset(self) -> QuerySet[Session]:
        return signed_in_person(self.request).sessions.alive().order_by("-seen_at", "pk")

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "current": session_of(self.request._request)}

    @described(responses={200: serializers.SessionSerializer(many=True)} | refusals(401, 403))
    def list(self, request: Request) -> Response:
        return Response(self.get_serializer(self.get_queryset(), many=True).data)

    @described(operation_id="users_sessions_end", responses={200: MessageSerializer} | refusals(401, 403, 404))
    def end(self, request: Request, public_id: str) -> Response:
        services.end_session(public_id=public_id, by=signed_in_person(request))
        return said("Signed out there.")

    @described(operation_id="users_sessions_end_others", responses={200: MessageSerializer} | refusals(401, 403))
    def end_others(self, request: Request) -> Response:
        services.end_other_sessions(current=session_of(request._request), by=signed_in_person(request))
        return said("Signed out everywhere else.")


class ProfileViewSet(viewsets.GenericViewSet[User]):
    """One's own account. Reachable while a new password is due."""

    permissions = {"read": IsSignedInEvenHeldUp}
    serializer_class = serializers.UserInfoSerializer

    def get_permissions(self) -> list[BasePermission]:
        return [self.permissions.get(self.action or "", IsSignedInEvenFlagged)()]

    @described(responses={200: serializers.UserInfoSerializer} | refusals(401))
    def read(self, request: Request) -> Response:
        return Response(self.get_serializer(request.user).data)

    @described(
        request=serializers.ProfileSerializer,
        responses={200: serializers.UserInfoSerializer} | refusals(400, 401, 409, 429),
    )
    def change(self, request: Request) -> Response:
        asked = serializers.ProfileSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        person = signed_in_person(request)
        changed = services.change_user(user_id=person.pk, by=person, **asked.validated_data)
        return Response(self.get_serializer(changed).data)


class UserViewSet(viewsets.GenericViewSet[User]):
    """Accounts: anybody may open one, admins see and change all of them, others their own."""

    serializer_class = serializers.UserSerializer
    lookup_field = "public_id"
    filter_backends = [DjangoFilterBackend]
    filterset_class = UserFilters
    permissions = {"create": AllowAny, "list": IsShopAdmin, "destroy": IsShopAdmin}

    def get_permissions(self) -> list[BasePermission]:
        return [self.permissions.get(self.action or "", IsSignedIn)()]

    def get_queryset(self) -> QuerySet[User]:
        return User.objects.visible_to(signed_in_person(self.request))  # somebody else's account is a 404

    @described(
        request=serializers.RegisterSerializer,
        responses={201: serializers.UserInfoSerializer} | refusals(400, 409, 429, 503),
    )
    def create(self, request: Request) -> Response:
        asked = serializers.RegisterSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        person = services.register_user(**asked.validated_data, address=address_of(request))
        open_session(request._request, person)
        return Response(serializers.UserInfoSerializer(person).data, status=status.HTTP_201_CREATED)

    @described(parameters=LIST_PARAMETERS, responses={200: serializers.UserListSerializer} | refusals(400, 401, 403))
    def list(self, request: Request) -> Response:
        rows = sorted_rows(self.filter_queryset(self.get_queryset()), request, fields=SORT_FIELDS, default="_id")
        page = page_of(rows, request)
        return Response(page.on_the_wire("users", self.get_serializer(page.rows, many=True).data))

    @described(responses={200: serializers.UserSerializer} | refusals(401, 403, 404))
    def retrieve(self, request: Request, public_id: str) -> Response:
        return Response(self.get_serializer(self.get_object()).data)

    @described(
        request=serializers.EditUserSerializer,
        responses={200: serializers.UserSerializer} | refusals(400, 401, 403, 404, 409, 429),
    )
    def update(self, request: Request, public_id: str) -> Response:
        user_id = self.get_object().pk
        asked = serializers.EditUserSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        changed = services.change_user(user_id=user_id, by=signed_in_person(request), **asked.validated_data)
        return Response(self.get_serializer(changed).data)

    @described(responses={200: MessageSerializer} | refusals(401, 403, 404, 409))
    def destroy(self, request: Request, public_id: str) -> Response:
        goodbye.delete_user(user_id=self.get_object().pk, by=signed_in_person(request))
        return said("User deleted.")


class PasswordViewSet(viewsets.ViewSet):
    """Setting passwords anew."""

    permissions = {"reset": IsShopAdmin, "change": IsSignedInEvenHeldUp}

    def get_permissions(self) -> list[BasePermission]:
        return [self.permissions.get(self.action or "", AllowAny)()]

    @described(
        request=serializers.ResetPasswordSerializer,
        responses={200: serializers.PasswordResetSerializer} | refusals(400, 401, 403, 404),
    )
    def reset(self, request: Request) -> Response:
        asked = serializers.ResetPasswordSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        if passwords.require_password_reset(**asked.validated_data, by=signed_in_person(request)):
            message = NOT_MAILED.format(settings.THROTTLES["password_mail"])
            return Response({"message": message, "mailLimitReached": True})
        return said("Password reset.")

    @described(
        request=serializers.ChangePasswordSerializer,
        responses={200: MessageSerializer} | refusals(400, 401, 429, 503),
    )
    def change(self, request: Request) -> Response:
        asked = serializers.ChangePasswordSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        current = asked.validated_data.get("current") or None
        passwords.change_password(new=asked.validated_data["new"], current=current, by=signed_in_person(request))
        logout(request._request)
        return said("Password changed. Please sign in.")

    @described(request=serializers.ForgotPasswordSerializer, responses={200: MessageSerializer} | refusals(400, 429))
    def forgot(self, request: Request) -> Response:
        asked = serializers.ForgotPasswordSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        Limit.of("forgot_password", address_of(request)).spend()
        passwords.send_password_link(**asked.validated_data)
        return said("If there is an account with this address, a letter with a link is on its way.")

    @described(request=serializers.SetPasswordSerializer, responses={200: MessageSerializer} | refusals(400, 503))
    def set(self, request: Request) -> Response:
        asked = serializers.SetPasswordSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        passwords.set_password_by_link(**asked.validated_data)
        return said("Password changed. Please sign in.")
