"""Routes under /api for figures."""

from django.urls import re_path
from django.urls.resolvers import URLPattern

from figures.api.views import FiguresExportView, FiguresView

urlpatterns: list[URLPattern] = [
    re_path(r"^figures/?$", FiguresView.as_view()),
    re_path(r"^figures/export/?$", FiguresExportView.as_view()),
]
