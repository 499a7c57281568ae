"""Password changes and resets."""

from django.conf import settings
from django.contrib.auth import logout
from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import serializers
from accounts.api.views.email_codes import proof_of
from accounts.api.views.sessions import authenticated_user, respond
from accounts.api.views.users import NOT_MAILED_MESSAGE
from accounts.services import passwords
from charityshop.api.parsers import validated
from charityshop.api.permissions import IsShopAdmin, IsSignedInEvenRestricted
from charityshop.api.schema import MessageSerializer, refusals
from charityshop.api.throttling import Limit
from charityshop.security.origins import address_of


class PasswordViewSet(viewsets.ViewSet):
    """Set, change and reset passwords."""

    permissions = {"reset": IsShopAdmin, "change": IsSignedInEvenRestricted}

    def get_permissions(self) -> list[BasePermission]:
        return [self.permissions.get(self.action or "", AllowAny)()]

    @extend_schema(
        request=serializers.ResetPasswordSerializer,
        responses={200: serializers.PasswordResetSerializer} | refusals(404),
    )
    def reset(self, request: Request) -> Response:
        sent = validated(serializers.ResetPasswordSerializer, request.data)
        if passwords.require_password_reset(**sent, by=authenticated_user(request)):
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
