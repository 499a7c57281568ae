"""Routes of the pages of tournaments."""

from django.urls import re_path
from django.urls.resolvers import URLPattern

from tables.site.tournament_page import tournament_page

urlpatterns: list[URLPattern] = [
    re_path(r"^tables/(?P<public_id>[0-9a-f]{24})/?$", tournament_page),
]
