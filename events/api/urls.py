"""Routes under /api for images and places."""

from django.urls import re_path

from events.api.places import PlaceViewSet
from events.api.views import UploadView

PLACE = r"^places/(?P<public_id>[0-9a-f]{24})"
one_place = PlaceViewSet.as_view({"get": "retrieve", "put": "update", "delete": "destroy"})

urlpatterns = [
    re_path(r"^upload(?:/.*)?$", UploadView.as_view()),
    re_path(r"^places/?$", PlaceViewSet.as_view({"get": "read_all", "post": "create"})),
    re_path(rf"{PLACE}/?$", one_place),
    re_path(rf"{PLACE}/merge/?$", PlaceViewSet.as_view({"post": "merge"})),
]
