"""Routes under /api for tournaments."""

from django.urls import re_path
from django.urls.resolvers import URLPattern

from tables.api.views import (
    EntriesView,
    LeaseView,
    MineView,
    PlayersView,
    ReportsView,
    SettingsView,
    TournamentsView,
    TournamentView,
)

ID = r"(?P<public_id>[0-9a-f]{24})"

urlpatterns: list[URLPattern] = [
    re_path(r"^tables/?$", TournamentsView.as_view()),
    re_path(r"^tables/mine/?$", MineView.as_view()),
    re_path(rf"^tables/{ID}/?$", TournamentView.as_view()),
    re_path(rf"^tables/{ID}/settings/?$", SettingsView.as_view()),
    re_path(rf"^tables/{ID}/players/?$", PlayersView.as_view()),
    re_path(rf"^tables/{ID}/lease/?$", LeaseView.as_view()),
    re_path(rf"^tables/{ID}/entries/?$", EntriesView.as_view()),
    re_path(rf"^tables/{ID}/reports/?$", ReportsView.as_view()),
]
