"""Show waiting lists in the console, read-only. Staff remove entries in the shop, where the seats are passed on."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from waiting.models import Entry


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "occurrence", "user", "seats", "at_least", "status", "offered_until", "created_at"]
    list_filter = ["status"]
    list_select_related = ["occurrence__event", "user"]
    search_fields = ["public_id", "user__email", "occurrence__event__name"]
    date_hierarchy = "created_at"
    ordering = ["-public_id"]
