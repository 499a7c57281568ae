"""The base of the admin pages about orders."""

from typing import cast

from django.http import HttpRequest

from accounts.models import User
from charityshop.admin.base import ReadOnlyAdmin


class OperatorAdmin(ReadOnlyAdmin):
    """Restrict actions to operators, since they move money. Other admins may only view."""

    def has_act_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_superuser)

    def get_actor(self, request: HttpRequest) -> User:
        return cast(User, request.user)
