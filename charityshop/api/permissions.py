"""Who may call: everybody signed in, or the shop's admins.

A forced password reset closes both doors, and so does a second factor that staff have yet to set up.
"""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from charityshop.exceptions import Forbidden
from charityshop.security.origins import comes_from_this_site


class IsSignedIn(BasePermission):
    """Signed in, and not held up by a forced password reset."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(request.user and request.user.is_authenticated and not_held_up(request.user))


class IsSignedInEvenHeldUp(BasePermission):
    """Signed in; what a person has to reach in any case: change-password, logout, reading one's own profile."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(request.user and request.user.is_authenticated)


class IsSignedInEvenFlagged(IsSignedInEvenHeldUp):
    """Signed in, and not held up but by a forced password reset."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return super().has_permission(request, view) and has_set_up_what_it_must(request.user)


class IsSignedInEvenWithoutSecondFactor(IsSignedInEvenHeldUp):
    """Signed in, and not held up but by a second factor to set up: what that takes."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return super().has_permission(request, view) and has_set_password(request.user)


class IsShopAdmin(IsSignedIn):
    """An admin of the shop (`isAdmin`)."""

    message = "That is for staff."

    def has_permission(self, request: Request, view: Any) -> bool:
        return super().has_permission(request, view) and bool(request.user.is_staff)


class IsFromThisSite(BasePermission):
    """Not caused by another site's page.

    For GET requests that hand out much at once, or that leave an audit entry. A plain link on another site carries the
    visitor's cookie (SameSite=Lax), so such a page could otherwise start them.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        if not comes_from_this_site(request._request):
            raise Forbidden("That request came from another site.", code="cross_origin")
        return True


class ReadOnly(BasePermission):
    """Anybody, as long as nothing changes."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return request.method in ("GET", "HEAD", "OPTIONS")


def not_held_up(user: Any) -> bool:
    return has_set_password(user) and has_set_up_what_it_must(user)


def has_set_password(user: Any) -> bool:
    if user.requires_password_reset:
        raise Forbidden("Set a new password first.", code="password_reset_required")
    return True


def has_set_up_what_it_must(user: Any) -> bool:
    if user.must_set_up_second_factor:
        raise Forbidden("Set up your second factor first.", code="second_factor_setup_required")
    return True


def acts_as_admin(user: Any) -> bool:
    """Whether this visitor sees what only admins see; false, not an error, for everybody else."""
    if not (user and user.is_authenticated and user.is_staff):
        return False
    return not (user.requires_password_reset or user.must_set_up_second_factor)
