"""Routes of the volunteers' app at the door."""

from django.urls import path
from django.urls.resolvers import URLPattern
from django.views.generic import RedirectView

from door.site.scanner import door_page, service_worker

urlpatterns: list[URLPattern] = [
    path("door", RedirectView.as_view(url="/door/")),
    path("door/", door_page),
    path("door/sw.js", service_worker),
]
