"""Which months are closed, and explained lines of PayPal's report, read-only. Staff close months in the shop."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from orders.models import BooksClosed, SettlementExplanation


@admin.register(BooksClosed)
class ClosedMonthsAdmin(ReadOnlyAdmin):
    list_display = ["pk", "through"]


@admin.register(SettlementExplanation)
class SettlementExplanationAdmin(ReadOnlyAdmin):
    list_display = ["paypal_id", "text", "entry", "closed_month", "by", "created_at"]
    list_select_related = ["by"]
    search_fields = ["paypal_id", "text", "entry"]
    ordering = ["-pk"]
