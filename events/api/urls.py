"""Pictures: sending them in, and streaming them out."""

from django.urls import path, re_path
from django.urls.resolvers import URLPattern

from events.api.views.uploads import UploadView
from events.media import media

urlpatterns: list[URLPattern] = [
    re_path(r"^api/upload(?:/.*)?$", UploadView.as_view()),
    path("media/<path:name>", media),
]
