"""Permissions of volunteers' phones, by the role of their link."""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from charityshop.exceptions import Forbidden
from door.models import Device, Link


class IsPhone(BasePermission):
    """Allow phones that are signed in, whatever their role."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return isinstance(request.auth, Device)  # see DoorPhone


class IsTill(IsPhone):
    """Allow phones that may sell."""

    def has_permission(self, request: Request, view: Any) -> bool:
        device = request.auth
        if not (isinstance(device, Device) and device.link and device.link.role == Link.Role.TILL):
            raise Forbidden("This phone may not do that. Ask the organizer.", code="door_role")
        return True
