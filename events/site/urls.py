"""Routes of stored images."""

from django.urls import path

from events.site.media import media

urlpatterns = [path("media/<path:name>", media)]
