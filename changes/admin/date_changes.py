"""Dates that staff called off or moved, read-only. Staff begin such changes in the shop."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin, ReadOnlyInline
from orders.models import DateChange, Entitlement


class EntitlementRows(ReadOnlyInline):
    model = Entitlement
    fields = ["line", "until", "outcome", "told_at", "settled_at", "refund"]


@admin.register(DateChange)
class DateChangeAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "occurrence", "kind", "starts_at", "to", "answer_until", "status", "by", "created_at"]
    list_filter = ["kind", "status"]
    list_select_related = ["occurrence__event", "by"]
    search_fields = ["public_id", "occurrence__event__name", "reason"]
    date_hierarchy = "created_at"
    ordering = ["-public_id"]
    inlines = [EntitlementRows]


@admin.register(Entitlement)
class EntitlementAdmin(ReadOnlyAdmin):
    list_display = ["pk", "date_change", "line", "until", "outcome", "told_at", "settled_at", "refund"]
    list_filter = ["outcome"]
    list_select_related = ["date_change", "line__order", "refund__order"]
    search_fields = ["date_change__public_id", "line__order__public_id", "line__order__number", "line__name"]
    ordering = ["-pk"]
