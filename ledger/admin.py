"""Show the public ledger in the console, read-only. Staff enter costs and close months in the shop."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from ledger.models import Entry, Month


@admin.register(Month)
class MonthAdmin(ReadOnlyAdmin):
    list_display = ["first_day", "closed_at", "closed_by", "digest"]
    list_select_related = ["closed_by"]
    search_fields = ["digest"]
    fields = ["first_day", "closed_at", "closed_by", "digest", "journal"]
    ordering = ["-first_day"]


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "month", "date", "kind", "amount", "text", "receipt", "by", "corrects", "derived"]
    list_filter = ["kind", "derived"]
    list_select_related = ["month", "by", "corrects"]
    search_fields = ["public_id", "text"]
    date_hierarchy = "date"
