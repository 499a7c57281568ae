"""The shop's URLconf with routes that raise errors."""

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.urls import path
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from charityshop.exceptions import NotPossible, TooMany
from charityshop.urls import handler403, handler404, handler500
from charityshop.urls import urlpatterns as shop_urlpatterns

KINDS: dict[str, Exception] = {
    "bug": ZeroDivisionError("a secret detail"),
    "database": OperationalError("server closed the connection"),
    "connection": InterfaceError("connection already closed"),
    "refusal": NotPossible("That does not go together.", code="clash", short=[1]),
    "hurry": TooMany("Not so fast.", retry_after=7),
    "permission": PermissionDenied(),
    "suspicious": SuspiciousOperation("a secret detail"),
}


@api_view(["GET"])
@permission_classes([AllowAny])
def through_drf(request: Request, kind: str) -> Response:
    raise KINDS[kind]


def plain(request: HttpRequest, kind: str) -> HttpResponse:
    raise KINDS[kind]


def change_session(request: HttpRequest) -> HttpResponse:
    """Change the session, which the middleware saves after the view."""
    request.session["seen"] = True
    return HttpResponse("Fine.")


urlpatterns = [
    path("api/change_session", change_session),
    path("api/drf/<str:kind>", through_drf),
    path("api/plain/<str:kind>", plain),
    path("page/<str:kind>", plain),
    *shop_urlpatterns,
]
__all__ = ["handler403", "handler404", "handler500", "urlpatterns"]
