"""Authentication of volunteers' phones by their cookie. It gives no access to an account."""

from typing import cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from charityshop.exceptions import DomainError
from door.models import Device
from door.services.devices import find_device


class SignedOut(DomainError):
    """The phone has no valid cookie."""

    status = 401
    code = "door_signed_out"

    def __init__(self) -> None:
        super().__init__("Open the night's link again.")


class DoorPhone(BaseAuthentication):
    """Authenticate a phone. Raise SignedOut if its link was revoked or is over, or if it has no cookie."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Device]:
        device = find_device(request.COOKIES.get(settings.DOOR_COOKIE_NAME, ""))
        if device is None:
            raise SignedOut
        return AnonymousUser(), device


class DoorPhoneScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describe the cookie in the schema. drf-spectacular registers the class by itself."""

    target_class = DoorPhone
    name = "door"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.DOOR_COOKIE_NAME}


def authenticated_device(request: Request) -> Device:
    """Return the request's phone, for views whose authentication is DoorPhone."""
    return cast(Device, request.auth)
