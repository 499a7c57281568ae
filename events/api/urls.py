"""Routes under /api for images."""

from django.urls import re_path

from events.api.views import UploadView

urlpatterns = [re_path(r"^upload(?:/.*)?$", UploadView.as_view())]
