"""Show the door in the console, read-only, without keys, PINs and tokens."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from door.models import Device, Entry, EntryText, Link, Night


@admin.register(Night)
class NightAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "occurrence", "created_at", "closed_at", "closed_by"]
    list_select_related = ["occurrence__event", "closed_by"]
    search_fields = ["public_id", "occurrence__event__name"]
    ordering = ["-pk"]


@admin.register(Link)
class LinkAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "night", "role", "ends_at", "revoked_at", "created_at"]
    list_filter = ["role"]
    list_select_related = ["night__occurrence__event"]
    search_fields = ["public_id", "night__public_id"]
    ordering = ["-pk"]


@admin.register(Device)
class DeviceAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "night", "link", "uuid", "name", "queued"]
    list_select_related = ["night__occurrence__event", "link"]
    search_fields = ["public_id", "night__public_id", "name"]
    ordering = ["-pk"]


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ["device", "seq", "kind", "ticket", "seats", "at", "offset_ms", "received_at"]
    list_filter = ["kind"]
    list_select_related = ["device", "ticket"]
    search_fields = ["device__public_id", "ticket__public_id"]
    ordering = ["-pk"]


@admin.register(EntryText)
class EntryTextAdmin(ReadOnlyAdmin):
    list_display = ["entry", "name", "note"]
    list_select_related = ["entry"]
    search_fields = ["entry__device__public_id", "name", "note"]
    ordering = ["-pk"]
