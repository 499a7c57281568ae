"""URLs under /api for orders and guests."""

from django.urls import re_path

from orders.api.views.guests import GuestExportView, GuestListView
from orders.api.views.orders import OrderViewSet
from orders.api.views.personal_data import OwnDataView, UserDataView
from orders.api.views.staff_orders import OrderExportView, StaffOrderViewSet

PUBLIC_ID = r"(?P<public_id>[0-9a-f]{24})"

urlpatterns = [
    re_path(r"^orders/?$", OrderViewSet.as_view({"get": "list", "post": "create"})),
    re_path(r"^orders/quote/?$", OrderViewSet.as_view({"post": "quote"})),
    re_path(r"^orders/my_orders/?$", OrderViewSet.as_view({"get": "my_orders"})),
    re_path(r"^orders/next/?$", OrderViewSet.as_view({"get": "next_up"})),
    re_path(r"^orders/export/?$", OrderExportView.as_view({"get": "export"})),
    re_path(r"^orders/sums/?$", StaffOrderViewSet.as_view({"get": "sums"})),
    re_path(rf"^orders/{PUBLIC_ID}/?$", OrderViewSet.as_view({"get": "retrieve"})),
    re_path(rf"^orders/{PUBLIC_ID}/cancel/?$", OrderViewSet.as_view({"post": "cancel"})),
    re_path(rf"^orders/{PUBLIC_ID}/deliver/?$", OrderViewSet.as_view({"put": "deliver"})),
    re_path(rf"^orders/{PUBLIC_ID}/history/?$", StaffOrderViewSet.as_view({"get": "history"})),
    re_path(rf"^products/{PUBLIC_ID}/guests/?$", GuestListView.as_view()),
    re_path(rf"^products/{PUBLIC_ID}/guests/export/?$", GuestExportView.as_view()),
    re_path(r"^users/profile/data/?$", OwnDataView.as_view()),
    re_path(rf"^users/{PUBLIC_ID}/data/?$", UserDataView.as_view()),
]
