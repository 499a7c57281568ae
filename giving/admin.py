"""Show goals in the console, read-only. Staff edit them in the shop."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from giving.models import Goal


@admin.register(Goal)
class GoalAdmin(ReadOnlyAdmin):
    list_display = ["title", "event", "starts_on", "ends_on", "target", "unit_name", "unit_cost", "source"]
    list_select_related = ["event"]
    search_fields = ["public_id", "title", "event__name"]
    date_hierarchy = "created_at"
    ordering = ["-public_id"]
