"""Routes under /api for past dates and their thank-you emails."""

from django.urls import re_path

from recaps.api.views import DraftViewSet, RecapView

urlpatterns = [
    re_path(r"^recaps/?$", RecapView.as_view()),
    re_path(r"^recaps/drafts/?$", DraftViewSet.as_view({"get": "read_all"})),
    re_path(r"^recaps/draft/?$", DraftViewSet.as_view({"get": "read", "put": "update"})),
]
