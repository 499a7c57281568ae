"""Authentication of volunteers' phones by their cookie, and their permissions, by the role of their link.

The cookie gives no access to an account.
"""

from typing import Any, cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from charityshop.exceptions import DomainError
from door.models import DoorLink, Phone
from door.services.phones import WrongRole, find_phone, find_sender


class SignedOut(DomainError):
    """The phone has no valid cookie."""

    status = 401
    code = "door_signed_out"
    message = "Open the door's link again."


class DoorPhone(BaseAuthentication):
    """Authenticate a phone. Raise SignedOut if its link was revoked or is over, or if it has no cookie."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Phone]:
        phone = self.find_phone(request)
        if phone is None:
            raise SignedOut
        return AnonymousUser(), phone

    def find_phone(self, request: Request) -> Phone | None:
        return find_phone(request.COOKIES.get(settings.DOOR_COOKIE_NAME, ""))


class SendingPhone(DoorPhone):
    """Authenticate a phone that sends what it recorded, even if its link has ended: then by its own secret."""

    def find_phone(self, request: Request) -> Phone | None:
        return get_sender(request)


def get_sender(request: Request) -> Phone | None:
    cookies = request.COOKIES
    return find_sender(cookies.get(settings.DOOR_COOKIE_NAME, ""), cookies.get(settings.DOOR_DEVICE_COOKIE_NAME, ""))


class DoorPhoneScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe the cookie in the schema. drf-spectacular registers the class by itself."""

    target_class = DoorPhone
    name = "door"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.DOOR_COOKIE_NAME}


class SendingPhoneScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = SendingPhone
    name = "door_sender"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.DOOR_DEVICE_COOKIE_NAME,
            "description": "The phone's own secret. While its link is valid, the cookie of the link does as well.",
        }


class IsPhone(BasePermission):
    """Allow phones that are signed in, whatever their role."""

    refuses_with: tuple[int, ...] = (401,)

    def has_permission(self, request: Request, view: Any) -> bool:
        return isinstance(request.auth, Phone)  # see DoorPhone


class IsTill(IsPhone):
    """Allow phones that may sell."""

    refuses_with = (401, 403)

    def has_permission(self, request: Request, view: Any) -> bool:
        phone = request.auth
        if not (isinstance(phone, Phone) and phone.link and phone.link.role == DoorLink.Role.TILL):
            raise WrongRole
        return True


def authenticated_phone(request: Request) -> Phone:
    """Return the request's phone, for views whose authentication is DoorPhone."""
    return cast(Phone, request.auth)
