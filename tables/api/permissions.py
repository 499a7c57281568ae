"""Who may keep a tournament: phones whose link says so, and organizers."""

from typing import Any, cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts.models import User
from charityshop.api.permissions import ApiSessionAuthentication, IsShopAdmin
from door.api.authentication import SignedOut, get_sender
from door.models import DoorLink, Phone
from door.services.phones import WrongRole, find_phone


class PhoneOrSession(BaseAuthentication):
    """Authenticate a volunteer's phone by its cookie, and a user by the session. A browser may have both."""

    def authenticate(self, request: Request) -> tuple[Any, Phone | None] | None:
        phone = self.find_phone(request)
        signed_in = ApiSessionAuthentication().authenticate(request)
        if signed_in:
            return signed_in[0], phone
        return (AnonymousUser(), phone) if phone else None

    def find_phone(self, request: Request) -> Phone | None:
        token = request.COOKIES.get(settings.DOOR_COOKIE_NAME)
        return find_phone(token) if token else None

    def authenticate_header(self, request: Request) -> str:
        return "Session"


class SendingPhoneOrSession(PhoneOrSession):
    """Authenticate a phone that sends what it wrote, even if its link has ended."""

    def find_phone(self, request: Request) -> Phone | None:
        return get_sender(request)


class PhoneOrSessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe the cookie in the schema. drf-spectacular registers the class by itself."""

    target_class = PhoneOrSession
    name = "scorekeeper"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        description = "Of a phone with a link for the tables. An admin's session does as well."
        return {"type": "apiKey", "in": "cookie", "name": settings.DOOR_COOKIE_NAME, "description": description}


class SendingPhoneOrSessionScheme(PhoneOrSessionScheme):  # type: ignore[no-untyped-call]
    target_class = SendingPhoneOrSession
    name = "scorekeeper_sender"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return super().get_security_definition(auto_schema) | {"name": settings.DOOR_DEVICE_COOKIE_NAME}


class IsScorekeeper(BasePermission):
    """Allow phones with a link for the tables, and admins."""

    any_role = False
    refuses_with = (401, 403)

    def has_permission(self, request: Request, view: Any) -> bool:
        if request.auth is None and not request.user.is_authenticated:
            raise SignedOut
        if request.auth is not None and (self.any_role or get_phone(request)):
            return True
        if not IsShopAdmin().has_permission(request, view):
            raise WrongRole
        return True


class IsPhoneOrAdmin(IsScorekeeper):
    """Allow phones whatever their link says now: one that wrote may still have something to send."""

    any_role = True


def get_phone(request: Request) -> Phone | None:
    """Return the request's phone if it has a link for the tables."""
    phone = cast(Phone | None, request.auth)
    return phone if phone and phone.link and phone.link.role == DoorLink.Role.TABLES else None


def get_admin(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) and request.user.is_staff else None
