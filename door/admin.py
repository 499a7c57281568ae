"""Show the door in the console, read-only, without keys, PINs and tokens."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from door.models import (
    Allotment,
    Count,
    Device,
    DoorEntry,
    Drawer,
    EntryText,
    Link,
    Move,
    Night,
    SignIn,
    UnusableEntry,
)


@admin.register(Night)
class NightAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "occurrence", "created_at", "closed_at", "closed_by"]
    list_select_related = ["occurrence__event", "closed_by"]
    search_fields = ["public_id", "occurrence__event__name"]


@admin.register(Link)
class LinkAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "night", "role", "ends_at", "revoked_at", "created_at"]
    list_filter = ["role"]
    list_select_related = ["night__occurrence__event"]
    search_fields = ["public_id", "night__public_id"]


@admin.register(Device)
class DeviceAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "night", "link", "uuid", "name", "queued"]
    list_select_related = ["night__occurrence__event", "link"]
    search_fields = ["public_id", "night__public_id", "name"]


@admin.register(SignIn)
class SignInAdmin(ReadOnlyAdmin):
    list_display = ["device", "link", "at"]
    list_select_related = ["device", "link"]
    search_fields = ["device__public_id", "link__public_id"]


@admin.register(DoorEntry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ["device", "seq", "kind", "ticket", "seats", "at", "offset_ms", "received_at"]
    list_filter = ["kind"]
    list_select_related = ["device", "ticket"]
    search_fields = ["device__public_id", "ticket__public_id"]


@admin.register(EntryText)
class EntryTextAdmin(ReadOnlyAdmin):
    list_display = ["entry", "name", "note"]
    list_select_related = ["entry"]
    search_fields = ["entry__device__public_id", "name", "note"]


@admin.register(UnusableEntry)
class UnusableEntryAdmin(ReadOnlyAdmin):
    list_display = ["received_at", "night", "device", "name", "code", "amount", "sent"]
    list_filter = ["code"]
    list_select_related = ["night__occurrence__event", "device"]
    search_fields = ["night__public_id", "device__public_id", "name"]


@admin.register(Allotment)
class AllotmentAdmin(ReadOnlyAdmin):
    list_display = ["device", "booking", "ended_at"]
    list_select_related = ["device", "booking"]
    search_fields = ["booking__public_id", "device__name"]


@admin.register(Drawer)
class DrawerAdmin(ReadOnlyAdmin):
    list_display = ["night", "float", "expected", "counted", "reason", "opened_at", "closed_at"]
    list_select_related = ["night"]
    search_fields = ["night__public_id", "reason"]


@admin.register(Move)
class MoveAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "night", "kind", "amount", "order", "refund", "entry", "reason", "is_late"]
    list_filter = ["kind", "is_late"]
    list_select_related = ["night", "order", "refund", "entry"]
    search_fields = ["night__public_id", "order__public_id", "order__number", "reason"]


@admin.register(Count)
class CountAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "drawer", "name", "total", "alone"]
    list_select_related = ["drawer"]
    search_fields = ["name", "drawer__night__public_id"]
