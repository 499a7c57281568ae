"""Routes under /api for figures."""

from django.urls import re_path

from figures.api.views import FiguresExportView, FiguresView

urlpatterns = [
    re_path(r"^figures/?$", FiguresView.as_view()),
    re_path(r"^figures/export/?$", FiguresExportView.as_view()),
]
