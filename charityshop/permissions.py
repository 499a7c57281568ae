"""Who may call: everybody signed in, or the shop's admins. A forced password reset closes both doors."""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from charityshop.errors import Forbidden


class IsSignedIn(BasePermission):
    """Signed in, and not held up by a forced password reset."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(request.user and request.user.is_authenticated and not_held_up(request.user))


class IsSignedInEvenFlagged(BasePermission):
    """Signed in; what a person has to reach to set a new password: change-password, logout, own profile."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(request.user and request.user.is_authenticated)


class IsShopAdmin(IsSignedIn):
    """An admin of the shop (`isAdmin`)."""

    message = "That is for staff."

    def has_permission(self, request: Request, view: Any) -> bool:
        return super().has_permission(request, view) and bool(request.user.is_staff)


class ReadOnly(BasePermission):
    """Anybody, as long as nothing changes."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return request.method in ("GET", "HEAD", "OPTIONS")


def not_held_up(user: Any) -> bool:
    if user.requires_password_reset:
        raise Forbidden("Set a new password first.", code="password_reset_required")
    return True


def acts_as_admin(user: Any) -> bool:
    """Whether this visitor sees what only admins see; false, not an error, for everybody else."""
    return bool(user and user.is_authenticated and user.is_staff and not user.requires_password_reset)
