from django.urls import path, re_path
from django.urls.resolvers import URLPattern

from bookings.calendar_views import event_calendar, programme_calendar
from bookings.pages import home_page, product_page
from bookings.views import ProductViewSet

PRODUCT = r"api/products/(?P<public_id>[0-9a-f]{24})"

urlpatterns: list[URLPattern] = [
    re_path(r"^api/products/?$", ProductViewSet.as_view({"get": "list", "post": "create"})),
    re_path(r"^api/products/all/?$", ProductViewSet.as_view({"get": "everything"})),
    re_path(rf"^{PRODUCT}/?$", ProductViewSet.as_view({"get": "retrieve", "put": "update", "delete": "destroy"})),
    *(
        re_path(rf"^{PRODUCT}/{action}/?$", ProductViewSet.as_view({"post": action}))
        for action in ("archive", "restore", "snooze", "unsnooze", "preview")
    ),
    path("calendar.ics", programme_calendar),
    re_path(r"^calendar/(?P<public_id>[0-9a-f]{24})\.ics$", event_calendar),
    re_path(r"^$", home_page),
    re_path(r"^product/(?P<public_id>[^/]+)/?$", product_page),
]
