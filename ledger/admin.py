"""Show the closed months and the ledger's entries in the console, read-only. Staff work on them in the shop."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from ledger.models import Month
from orders.models import LedgerEntry


@admin.register(Month)
class MonthAdmin(ReadOnlyAdmin):
    list_display = ["first_day", "closed_at", "closed_by", "digest"]
    list_select_related = ["closed_by"]
    search_fields = ["digest"]
    ordering = ["-first_day"]


@admin.register(LedgerEntry)
class LedgerEntryAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "kind", "account", "text", "receipt", "by", "corrects", "created_at"]
    list_filter = ["kind"]
    list_select_related = ["by"]
    search_fields = ["public_id", "text"]
    date_hierarchy = "created_at"
