"""Show tournaments in the console, read-only. Their entries are in the door's log."""

from django.contrib import admin

from charityshop.admin.base import ReadOnlyAdmin
from tables.models import Player, Report, Tournament


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "night", "format", "planned_rounds", "generation", "created_at", "ended_at"]
    list_filter = ["format"]
    list_select_related = ["night__occurrence__event"]
    search_fields = ["public_id", "night__occurrence__event__name"]


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ["public_id", "tournament", "ticket", "plus", "entry"]
    list_select_related = ["tournament", "ticket", "entry"]
    search_fields = ["public_id", "tournament__public_id"]


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "player", "table", "result"]
    list_select_related = ["player"]
    search_fields = ["player__public_id", "player__tournament__public_id"]
