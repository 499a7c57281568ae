"""The calls under /api that have to do with what is on."""

from django.urls import re_path
from django.urls.resolvers import URLPattern

from bookings.api.views.events import ProductViewSet
from bookings.kept import kept

PRODUCT = r"products/(?P<public_id>[0-9a-f]{24})"

urlpatterns: list[URLPattern] = [
    re_path(r"^products/?$", kept(ProductViewSet.as_view({"get": "list", "post": "create"}))),
    re_path(r"^products/all/?$", kept(ProductViewSet.as_view({"get": "everything"}))),
    re_path(rf"^{PRODUCT}/?$", kept(ProductViewSet.as_view({"get": "retrieve", "put": "update", "delete": "destroy"}))),
    *(
        re_path(rf"^{PRODUCT}/{action}/?$", ProductViewSet.as_view({"post": action}))
        for action in ("archive", "restore", "unsnooze", "preview")
    ),
]
