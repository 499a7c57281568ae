"""URLs under /api for messages to the people of a date."""

from django.urls import re_path

from notices.api.views import DateMessagesView

urlpatterns = [
    re_path(r"^products/(?P<public_id>[0-9a-f]{24})/messages/?$", DateMessagesView.as_view()),
]
