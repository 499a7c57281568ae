"""Base classes for read-only pages of the console. Data is changed through services, not through forms."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from charityshop.admin.search import BoundedSearch


class NoEditing:
    """Disallow adding, changing and deleting rows. Actions are still possible."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(NoEditing, BoundedSearch):
    """Show rows read-only: changes here would bypass the services' locks."""


class ReadOnlyInline(NoEditing, admin.TabularInline):  # type: ignore[type-arg]
    """Show related rows read-only, each with a link to its own page."""

    template = "admin/rows.html"
    extra = 0
