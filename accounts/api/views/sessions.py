"""Signing in and out, and managing sessions."""

from typing import Any, cast

from django.contrib.auth import logout
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, viewsets
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import serializers
from accounts.models import Session, User
from accounts.services import sign_in, users
from accounts.sessions import open_session, session_of
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsSignedIn, IsSignedInEvenRestricted
from charityshop.api.schema import MessageSerializer, refusals
from charityshop.security.origins import address_of


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
