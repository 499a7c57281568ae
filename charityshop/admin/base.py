"""Tables in the console that are there to be read: what changes them goes through services, not through forms."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from charityshop.admin.search import BoundedSearch


class Untouchable:
    """No form adds, changes or deletes these rows. Actions of their own they may have."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(Untouchable, BoundedSearch):
    """Everything is shown and nothing can be changed: a change here would go past the locks."""


class RowsToLookAt(Untouchable, admin.TabularInline):  # type: ignore[type-arg]
    """The same for rows within another row's page, each of which leads to its own."""

    template = "admin/rows.html"
    extra = 0
