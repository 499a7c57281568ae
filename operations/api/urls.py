"""URLs under /api that serve forms of all apps."""

from django.urls import re_path

from operations.api.views import LastChangesView

urlpatterns = [re_path(r"^last-changes/?$", LastChangesView.as_view())]
