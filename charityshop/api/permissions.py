"""Session authentication and permissions of API views.

A required password reset, or a second factor that staff must set up first, blocks most calls. `refuses_with` has the
statuses of a permission's refusals, for the API's schema.
"""

from typing import Any

from rest_framework.authentication import SessionAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from charityshop.exceptions import Forbidden
from charityshop.security.origins import comes_from_this_site


class ApiSessionAuthentication(SessionAuthentication):
    """Authenticate by session cookie.

    There is no CSRF token, because charityshop.middleware rejects cross-site requests, also of anonymous users.
    """

    def enforce_csrf(self, request: Request) -> None:
        return None

    def authenticate_header(self, request: Request) -> str:
        """Return a header value, so that unauthenticated requests get 401 instead of 403."""
        return "Session"


class IsSignedIn(BasePermission):
    """Allow signed-in users who don't have to reset a password or set up a second factor first."""

    refuses_with = (401, 403)

    def has_permission(self, request: Request, view: Any) -> bool:
        user = request.user
        return bool(user and user.is_authenticated and has_set_password(user) and has_required_second_factor(user))


class IsSignedInEvenRestricted(BasePermission):
    """Allow all signed-in users, to change the password, sign out and read their own profile."""

    refuses_with: tuple[int, ...] = (401,)

    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(request.user and request.user.is_authenticated)


class IsSignedInEvenDuringReset(IsSignedInEvenRestricted):
    """Allow signed-in users even while a password reset is required."""

    refuses_with = (401, 403)

    def has_permission(self, request: Request, view: Any) -> bool:
        return super().has_permission(request, view) and has_required_second_factor(request.user)


class IsSignedInEvenWithoutSecondFactor(IsSignedInEvenRestricted):
    """Allow signed-in users even while a second factor must be set up."""

    refuses_with = (401, 403)

    def has_permission(self, request: Request, view: Any) -> bool:
        return super().has_permission(request, view) and has_set_password(request.user)


class IsShopAdmin(IsSignedIn):
    """Allow admins (`isAdmin`)."""

    message = "Only staff can do this."

    def has_permission(self, request: Request, view: Any) -> bool:
        return super().has_permission(request, view) and bool(request.user.is_staff)


class IsFromThisSite(BasePermission):
    """Reject requests caused by another site's page.

    For GET requests that are expensive or write to the audit log: links on other sites send the session cookie
    (SameSite=Lax), so such a page could start them.
    """

    refuses_with = (403,)

    def has_permission(self, request: Request, view: Any) -> bool:
        if not comes_from_this_site(request):
            raise Forbidden("This request came from another site.", code="cross_origin")
        return True


def has_set_password(user: Any) -> bool:
    if user.requires_password_reset:
        raise Forbidden("Set a new password first.", code="password_reset_required")
    return True


def has_required_second_factor(user: Any) -> bool:
    if user.must_set_up_second_factor:
        raise Forbidden("Set up two-step verification first.", code="second_factor_setup_required")
    return True


def acts_as_admin(user: Any) -> bool:
    """Return whether the user sees admin-only data. Unlike `IsShopAdmin`, never raise an error."""
    if not (user and user.is_authenticated and user.is_staff):
        return False
    return not (user.requires_password_reset or user.must_set_up_second_factor)
