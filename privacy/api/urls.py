"""URLs under /api for one's own account, and for personal data."""

from django.urls import re_path

from privacy.api.views import OwnAccountView, OwnDataView, UserDataView

PUBLIC_ID = r"(?P<public_id>[0-9a-f]{24})"

urlpatterns = [
    re_path(r"^users/profile/?$", OwnAccountView.as_view({"get": "read", "put": "change", "delete": "delete_account"})),
    re_path(r"^users/profile/data/?$", OwnDataView.as_view()),
    re_path(rf"^users/{PUBLIC_ID}/data/?$", UserDataView.as_view()),
]
