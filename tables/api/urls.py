"""Routes under /api for tournaments."""

from django.urls import re_path

from tables.api.views import EntriesView, ScorekeeperViewSet, TicketsViewSet, TournamentsView, TournamentView

ID = r"(?P<public_id>[0-9a-f]{24})"

urlpatterns = [
    re_path(r"^tables/?$", TournamentsView.as_view()),
    re_path(r"^tables/mine/?$", TicketsViewSet.as_view({"post": "list_seats"})),
    re_path(rf"^tables/{ID}/?$", TournamentView.as_view()),
    re_path(rf"^tables/{ID}/settings/?$", ScorekeeperViewSet.as_view({"put": "update_settings"})),
    re_path(rf"^tables/{ID}/players/?$", ScorekeeperViewSet.as_view({"get": "list_players"})),
    re_path(rf"^tables/{ID}/lease/?$", ScorekeeperViewSet.as_view({"post": "lease"})),
    re_path(rf"^tables/{ID}/entries/?$", EntriesView.as_view()),
    re_path(rf"^tables/{ID}/reports/?$", TicketsViewSet.as_view({"post": "report"})),
]
