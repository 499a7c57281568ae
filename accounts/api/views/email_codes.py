"""Signing in with a code by email."""

import re
import secrets
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import serializers
from accounts.api.views.sessions import respond
from accounts.services import email_codes, sign_in
from accounts.services.proofs import Proof
from accounts.sessions import open_session
from charityshop.api.parsers import validated
from charityshop.api.schema import MessageSerializer, refusals
from charityshop.security.origins import address_of

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
