"""Show events in the console, read-only. Staff change them in the shop, where the services enforce the rules."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from events.models import Event, FormerStart, Occurrence


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ["name", "status", "category", "price", "maximum_event_capacity", "starts_at", "is_recurring"]
    list_filter = ["status", "is_recurring", "category"]
    search_fields = ["name", "public_id", "event_location"]
    ordering = ["-public_id"]


@admin.register(Occurrence)
class OccurrenceAdmin(ReadOnlyAdmin):
    list_display = ["event", "starts_at", "ends_at", "status", "moved_from"]
    list_filter = ["status"]
    list_select_related = ["event"]
    search_fields = ["event__name", "event__public_id"]
    date_hierarchy = "starts_at"
    ordering = ["-starts_at"]


@admin.register(FormerStart)
class FormerStartAdmin(ReadOnlyAdmin):
    list_display = ["event", "starts_at", "occurrence"]
    list_select_related = ["event", "occurrence__event"]
    search_fields = ["event__name", "event__public_id"]
    ordering = ["-starts_at"]
