"""Nights in the console, to look at. They are changed in the shop's own screens, which obey the seat rule."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from events.models import Event, Occurrence


class ToLookAt(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for mypy alone
    """Everything is shown and nothing can be changed: a change here would go past the locks."""

    actions = None

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Event)
class EventAdmin(ToLookAt):
    list_display = ["name", "status", "category", "price", "maximum_event_capacity", "starts_at", "is_recurring"]
    list_filter = ["status", "is_recurring", "category"]
    search_fields = ["name", "public_id", "event_location"]
    ordering = ["-public_id"]


@admin.register(Occurrence)
class OccurrenceAdmin(ToLookAt):
    list_display = ["event", "starts_at", "ends_at", "status"]
    list_filter = ["status"]
    list_select_related = ["event"]
    search_fields = ["event__name", "event__public_id"]
    date_hierarchy = "starts_at"
    ordering = ["-starts_at"]
