"""URLs under /api for orders, payments, what buyers change, and guests."""

from django.urls import re_path

from purchases.api.views.changes import BookingsView, BookingView, ChangesView, OrderOptionsView, StaffMoveViewSet
from purchases.api.views.orders import OrderViewSet
from purchases.api.views.payments import (
    OrderPaymentViewSet,
    PayPalConfigView,
    PayPalWebhookView,
    StaffPaymentViewSet,
    UnmatchedPaymentView,
)
from purchases.api.views.staff_orders import GuestExportView, GuestListView, OrderExportView, StaffOrderViewSet

PUBLIC_ID = r"(?P<public_id>[0-9a-f]{24})"

urlpatterns = [
    re_path(r"^orders/?$", OrderViewSet.as_view({"get": "list", "post": "create"})),
    re_path(r"^orders/quote/?$", OrderViewSet.as_view({"post": "quote"})),
    re_path(r"^orders/my_orders/?$", OrderViewSet.as_view({"get": "my_orders"})),
    re_path(r"^orders/next/?$", OrderViewSet.as_view({"get": "next_up"})),
    re_path(r"^orders/export/?$", OrderExportView.as_view({"get": "export"})),
    re_path(rf"^orders/{PUBLIC_ID}/?$", OrderViewSet.as_view({"get": "retrieve"})),
    re_path(rf"^orders/{PUBLIC_ID}/cancel/?$", OrderViewSet.as_view({"post": "cancel"})),
    re_path(rf"^orders/{PUBLIC_ID}/deliver/?$", OrderViewSet.as_view({"put": "deliver"})),
    re_path(rf"^orders/{PUBLIC_ID}/history/?$", StaffOrderViewSet.as_view({"get": "history"})),
    re_path(rf"^orders/{PUBLIC_ID}/paypal/?$", OrderPaymentViewSet.as_view({"post": "paypal"})),
    re_path(rf"^orders/{PUBLIC_ID}/pay/?$", OrderPaymentViewSet.as_view({"put": "pay"})),
    re_path(rf"^orders/{PUBLIC_ID}/refund/?$", OrderPaymentViewSet.as_view({"post": "refund"})),
    re_path(rf"^orders/{PUBLIC_ID}/refund/preview/?$", StaffPaymentViewSet.as_view({"post": "refund_preview"})),
    re_path(rf"^orders/{PUBLIC_ID}/decide/?$", StaffPaymentViewSet.as_view({"post": "decide"})),
    re_path(rf"^orders/{PUBLIC_ID}/refund-again/?$", StaffPaymentViewSet.as_view({"post": "refund_again"})),
    re_path(rf"^orders/{PUBLIC_ID}/options/?$", OrderOptionsView.as_view()),
    re_path(rf"^orders/{PUBLIC_ID}/changes/?$", ChangesView.as_view()),
    re_path(rf"^orders/{PUBLIC_ID}/move/?$", StaffMoveViewSet.as_view({"post": "move"})),
    re_path(rf"^orders/{PUBLIC_ID}/move/preview/?$", StaffMoveViewSet.as_view({"post": "move_preview"})),
    re_path(r"^bookings/?$", BookingsView.as_view()),
    re_path(rf"^bookings/{PUBLIC_ID}/?$", BookingView.as_view()),
    re_path(r"^config/paypal/?$", PayPalConfigView.as_view()),
    re_path(r"^webhooks/paypal/?$", PayPalWebhookView.as_view()),
    re_path(r"^payments/unmatched/(?P<capture_id>[A-Za-z0-9-]{1,64})/refund/?$", UnmatchedPaymentView.as_view()),
    re_path(rf"^products/{PUBLIC_ID}/guests/?$", GuestListView.as_view()),
    re_path(rf"^products/{PUBLIC_ID}/guests/export/?$", GuestExportView.as_view()),
]
