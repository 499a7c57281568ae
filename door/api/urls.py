"""Routes under /api for tickets and the door."""

from django.urls import re_path
from django.urls.resolvers import URLPattern

from door.api.views.passes import ReplacePassView, SplitPassView

ID = r"(?P<public_id>[0-9a-f]{24})"

urlpatterns: list[URLPattern] = [
    re_path(rf"^passes/{ID}/split/?$", SplitPassView.as_view()),
    re_path(rf"^passes/{ID}/replace/?$", ReplacePassView.as_view()),
]
