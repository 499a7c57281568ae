"""Show tournaments in the console, read-only. Their entries are in the door's log."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from tables.models import Report, Tournament

admin.site.register(
    Tournament,
    ReadOnlyAdmin,
    list_display=["public_id", "door", "format", "planned_rounds", "generation", "created_at", "ended_at"],
)
admin.site.register(Report, ReadOnlyAdmin, list_display=["created_at", "player", "table", "result"])
