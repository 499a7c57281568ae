"""Accounts: signing in and out, passwords, second factors, one's own account, and the staff's list of users."""

import re
import secrets
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import logout, update_session_auth_hash
from django.db.models import Q, QuerySet
from django.db.models.expressions import Expression
from django_filters import rest_framework as filters
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, status, viewsets
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import serializers
from accounts.models import Session, User, named_like
from accounts.services import anonymize_user, email_codes, passwords, second_factor, sign_in, users
from accounts.services.proofs import Proof
from accounts.sessions import open_session, session_of
from charityshop.api.pagination import by_text, list_parameters, page_of, sorted_rows
from charityshop.api.parsers import validated
from charityshop.api.permissions import (
    IsShopAdmin,
    IsSignedIn,
    IsSignedInEvenDuringReset,
    IsSignedInEvenRestricted,
    IsSignedInEvenWithoutSecondFactor,
)
from charityshop.api.schema import MessageSerializer, refusals
from charityshop.api.seen import Seen, parse_seen, validated_edit
from charityshop.api.throttling import Limit
from charityshop.security.origins import address_of
from charityshop.text import clean


def authenticated_user(request: Request) -> User:
    """Return the request's user, typed for views whose permissions exclude anonymous users."""
    return cast(User, request.user)


def respond(message: str) -> Response:
    return Response({"message": message})


class SessionViewSet(viewsets.ViewSet):
    """Sign in and out on this browser."""

    permission_classes = [AllowAny]

    @extend_schema(
        request=serializers.SignInSerializer,
        responses={200: serializers.UserInfoSerializer} | refusals(401, 403, 429, 503),
    )
    def sign_in(self, request: Request) -> Response:
        sent = validated(serializers.SignInSerializer, request.data)
        user = sign_in.sign_in(**sent, address=address_of(request))
        open_session(request, user)
        return Response(serializers.UserInfoSerializer(user).data)

    @extend_schema(request=None, responses={200: MessageSerializer})
    def sign_out(self, request: Request) -> Response:
        logout(request)
        return respond("Signed out.")


class EverySessionView(APIView):
    """Sign out on all devices."""

    permission_classes = [IsSignedInEvenRestricted]

    @extend_schema(request=None, responses={200: MessageSerializer})
    def post(self, request: Request) -> Response:
        users.sign_out_everywhere(by=authenticated_user(request))
        logout(request)
        return respond("Signed out everywhere.")


class OwnSessionsViewSet(mixins.ListModelMixin, viewsets.GenericViewSet[Session]):
    """List and end one's own sessions."""

    permission_classes = [IsSignedIn]
    serializer_class = serializers.SessionSerializer
    lookup_field = "public_id"

    def get_queryset(self) -> QuerySet[Session]:
        return authenticated_user(self.request).sessions.alive().order_by("-seen_at", "pk")

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "current": session_of(self.request)}

    @extend_schema(operation_id="users_sessions_end", responses={200: MessageSerializer})
    def end(self, request: Request, public_id: str) -> Response:
        users.end_session(public_id=public_id, by=authenticated_user(request))
        return respond("Signed out there.")

    @extend_schema(responses={200: MessageSerializer})
    def end_others(self, request: Request) -> Response:
        users.end_other_sessions(current=session_of(request), by=authenticated_user(request))
        return respond("Signed out everywhere else.")


# --- Codes by email ---------------------------------------------------------------------------------------------------


SECRET_BYTES = 32
SECRET = re.compile(r"[A-Za-z0-9_-]{43}")  # as secrets.token_urlsafe(SECRET_BYTES) makes it


class EmailCodeViewSet(viewsets.ViewSet):
    """Ask for a code by email, and sign in or register with it in the same browser."""

    permission_classes = [AllowAny]

    @extend_schema(request=serializers.AskForCodeSerializer, responses={200: MessageSerializer} | refusals(429, 503))
    def send(self, request: Request) -> Response:
        sent = validated(serializers.AskForCodeSerializer, request.data)
        browser = browser_of(request) or secrets.token_urlsafe(SECRET_BYTES)
        email_codes.send_code(**sent, browser=browser, address=address_of(request))
        response = respond("We've emailed you a code. It works for 15 minutes.")
        response.set_cookie(
            settings.SIGN_IN_COOKIE_NAME,
            browser,
            max_age=email_codes.LIFETIME,
            secure=settings.HTTPS,
            httponly=True,
            samesite="Strict",
        )
        return response

    @extend_schema(
        request=serializers.CheckCodeSerializer,
        responses={200: serializers.UserInfoSerializer} | refusals(401, 403, 429, 503),
    )
    def check(self, request: Request) -> Response:
        sent = validated(serializers.CheckCodeSerializer, request.data)
        typed = {"first_name": "", "last_name": "", "factor_code": ""} | sent
        user = sign_in.sign_in_with_code(**typed, browser=browser_of(request), address=address_of(request))
        open_session(request, user)
        return Response(serializers.UserInfoSerializer(user).data)


def proof_of(request: Request, typed: dict[str, Any]) -> Proof:
    """Take a proof out of what was typed, and add the browser that sent it."""
    texts = {name: typed.pop(name, "") or "" for name in ("current_password", "email_code")}
    return Proof(**texts, browser=browser_of(request), address=address_of(request))


def browser_of(request: Request) -> str:
    """Return the secret of the browser that asked for a code, or an empty text. All its tabs share it."""
    secret = request.COOKIES.get(settings.SIGN_IN_COOKIE_NAME, "")
    return secret if SECRET.fullmatch(secret) else ""


# --- Users ------------------------------------------------------------------------------------------------------------


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


def parse_seen_user(request: Request) -> Seen | None:
    return parse_seen(serializers.EditUserSerializer, request.data, serializers.show_user)


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
        sent, seen = validated_edit(serializers.EditUserSerializer, request.data, serializers.show_user)
        proof, by = proof_of(request, sent), authenticated_user(request)
        changed = users.change_user(user_id=user_id, by=by, proof=proof, seen=seen, **sent)
        return Response(self.get_serializer(changed).data)

    @extend_schema(responses={200: MessageSerializer} | refusals(409))
    def destroy(self, request: Request, public_id: str) -> Response:
        anonymize_user.delete_user(
            user_id=self.get_object().pk, seen=parse_seen_user(request), by=authenticated_user(request)
        )
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
        sent, seen = validated_edit(serializers.ProfileSerializer, request.data, serializers.show_user)
        user = authenticated_user(request)
        proof = proof_of(request, sent)
        changed = users.change_user(user_id=user.pk, by=user, proof=proof, seen=seen, **sent)
        return Response(self.get_serializer(changed).data)


# --- Passwords --------------------------------------------------------------------------------------------------------


class PasswordViewSet(viewsets.ViewSet):
    """Set, change and reset passwords."""

    permissions = {"reset": IsShopAdmin, "change": IsSignedInEvenRestricted}

    def get_permissions(self) -> list[BasePermission]:
        return [self.permissions.get(self.action or "", AllowAny)()]

    @extend_schema(
        request=serializers.ResetPasswordSerializer,
        responses={200: serializers.PasswordResetSerializer} | refusals(404, 409),
    )
    def reset(self, request: Request) -> Response:
        sent = validated(serializers.ResetPasswordSerializer, request.data)
        seen = parse_seen_user(request)
        sent.pop("seen", None)
        if passwords.require_password_reset(**sent, seen=seen, by=authenticated_user(request)):
            message = NOT_MAILED_MESSAGE.format(settings.THROTTLES["password_mail"])
            return Response({"message": message, "mailLimitReached": True})
        return respond("Password reset.")

    @extend_schema(
        request=serializers.ChangePasswordSerializer, responses={200: MessageSerializer} | refusals(429, 503)
    )
    def change(self, request: Request) -> Response:
        sent = validated(serializers.ChangePasswordSerializer, request.data)
        proof = proof_of(request, sent)
        passwords.change_password(**sent, proof=proof, by=authenticated_user(request))
        logout(request)
        return respond("Password changed. Please sign in.")

    @extend_schema(request=serializers.ForgotPasswordSerializer, responses={200: MessageSerializer} | refusals(429))
    def forgot(self, request: Request) -> Response:
        sent = validated(serializers.ForgotPasswordSerializer, request.data)
        Limit.of("forgot_password", address_of(request)).spend()
        passwords.send_password_link(**sent)
        return respond("If this address has an account, we've emailed a link to it.")

    @extend_schema(request=serializers.SetPasswordSerializer, responses={200: MessageSerializer} | refusals(503))
    def set(self, request: Request) -> Response:
        sent = validated(serializers.SetPasswordSerializer, request.data)
        passwords.set_password_by_link(**sent)
        return respond("Password changed. Please sign in.")


# --- Second factors ---------------------------------------------------------------------------------------------------


class SecondFactorViewSet(viewsets.ViewSet):
    """Manage one's own second factor, even while one has to be set up first."""

    permission_classes = [IsSignedInEvenWithoutSecondFactor]

    @extend_schema(responses={200: serializers.SecondFactorSerializer})
    def read(self, request: Request) -> Response:
        return Response(serializers.SecondFactorSerializer(authenticated_user(request)).data)

    @extend_schema(
        request=serializers.ProofSerializer, responses={200: serializers.SetupSerializer} | refusals(409, 429, 503)
    )
    def begin(self, request: Request) -> Response:
        sent = validated(serializers.ProofSerializer, request.data)
        proof = proof_of(request, sent)
        setup = second_factor.begin_setup(proof=proof, by=authenticated_user(request))
        request.session.cycle_key()  # after the user authenticated again
        return Response(serializers.SetupSerializer(setup).data)

    @extend_schema(
        request=serializers.CodeSerializer,
        responses={200: serializers.RecoveryCodesSerializer} | refusals(409, 429, 503),
    )
    def confirm(self, request: Request) -> Response:
        sent = validated(serializers.CodeSerializer, request.data)
        user, codes = second_factor.confirm_setup(**sent, by=authenticated_user(request))
        update_session_auth_hash(request, user)  # `user` has a new session generation
        return Response({"recoveryCodes": codes})

    @extend_schema(
        request=serializers.BothFactorsSerializer, responses={200: MessageSerializer} | refusals(400, 409, 429, 503)
    )
    def turn_off(self, request: Request) -> Response:
        sent = validated(serializers.BothFactorsSerializer, request.data)
        proof = proof_of(request, sent)
        second_factor.turn_off(**sent, proof=proof, by=authenticated_user(request))
        request.session.cycle_key()  # after the user authenticated again
        return respond("Two-step verification is off.")


class RecoveryCodesViewSet(viewsets.ViewSet):
    permission_classes = [IsSignedIn]

    @extend_schema(
        request=serializers.BothFactorsSerializer,
        responses={200: serializers.RecoveryCodesSerializer} | refusals(409, 429, 503),
    )
    def renew(self, request: Request) -> Response:
        sent = validated(serializers.BothFactorsSerializer, request.data)
        proof = proof_of(request, sent)
        codes = second_factor.renew_recovery_codes(**sent, proof=proof, by=authenticated_user(request))
        request.session.cycle_key()  # after the user authenticated again
        return Response({"recoveryCodes": codes})


class LostFactorViewSet(viewsets.GenericViewSet[User]):
    """Remove the second factor of a user who lost both phone and recovery codes."""

    permission_classes = [IsShopAdmin]
    lookup_field = "public_id"

    def get_queryset(self) -> QuerySet[User]:
        return User.objects.visible_to(authenticated_user(self.request))

    @extend_schema(operation_id="users_second_factor_remove", responses={200: MessageSerializer} | refusals(409))
    def remove(self, request: Request, public_id: str) -> Response:
        second_factor.remove_lost_factor(
            user_id=self.get_object().pk, seen=parse_seen_user(request), by=authenticated_user(request)
        )
        return respond("Two-step verification turned off.")
