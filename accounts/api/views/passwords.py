"""The calls about a forgotten password."""

from django.conf import settings
from django.contrib.auth import logout
from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.serializers import accounts as account_serializers
from accounts.api.views.sessions import said, signed_in_person
from accounts.api.views.users import NOT_MAILED
from accounts.services import passwords
from charityshop.api.permissions import IsShopAdmin, IsSignedInEvenHeldUp
from charityshop.api.schema import MessageSerializer, refusals
from charityshop.api.throttling import Limit
from charityshop.security.client_ip import address_of


class PasswordViewSet(viewsets.ViewSet):
    """Setting passwords anew."""

    permissions = {"reset": IsShopAdmin, "change": IsSignedInEvenHeldUp}

    def get_permissions(self) -> list[BasePermission]:
        return [self.permissions.get(self.action or "", AllowAny)()]

    @extend_schema(
        request=account_serializers.ResetPasswordSerializer,
        responses={200: account_serializers.PasswordResetSerializer} | refusals(400, 401, 403, 404),
    )
    def reset(self, request: Request) -> Response:
        asked = account_serializers.ResetPasswordSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        if passwords.require_password_reset(**asked.validated_data, by=signed_in_person(request)):
            message = NOT_MAILED.format(settings.THROTTLES["password_mail"])
            return Response({"message": message, "mailLimitReached": True})
        return said("Password reset.")

    @extend_schema(
        request=account_serializers.ChangePasswordSerializer,
        responses={200: MessageSerializer} | refusals(400, 401, 429, 503),
    )
    def change(self, request: Request) -> Response:
        asked = account_serializers.ChangePasswordSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        current = asked.validated_data.get("current") or None
        passwords.change_password(new=asked.validated_data["new"], current=current, by=signed_in_person(request))
        logout(request._request)
        return said("Password changed. Please sign in.")

    @extend_schema(
        request=account_serializers.ForgotPasswordSerializer, responses={200: MessageSerializer} | refusals(400, 429)
    )
    def forgot(self, request: Request) -> Response:
        asked = account_serializers.ForgotPasswordSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        Limit.of("forgot_password", address_of(request)).spend()
        passwords.send_password_link(**asked.validated_data)
        return said("If there is an account with this address, a letter with a link is on its way.")

    @extend_schema(
        request=account_serializers.SetPasswordSerializer, responses={200: MessageSerializer} | refusals(400, 503)
    )
    def set(self, request: Request) -> Response:
        asked = account_serializers.SetPasswordSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        passwords.set_password_by_link(**asked.validated_data)
        return said("Password changed. Please sign in.")
