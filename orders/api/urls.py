"""URLs under /api for orders, payments and guests."""

from django.urls import re_path

from orders.api.views.account import OwnAccountView
from orders.api.views.bookings import BookingsView, BookingView
from orders.api.views.changes import ChangesView, OrderOptionsView
from orders.api.views.date_changes import DateChangesView, DateChangeView, SnoozeView
from orders.api.views.guests import DateMessagesView, GuestExportView, GuestListView
from orders.api.views.orders import OrderViewSet
from orders.api.views.paypal import PayPalConfigView, PayPalWebhookView
from orders.api.views.personal_data import OwnDataView, UserDataView
from orders.api.views.staff_orders import OrderExportView, PaymentAlertView, StaffOrderViewSet, UnmatchedPaymentView
from orders.api.views.waiting import LeaveByLinkView, WaitingEntryView

PUBLIC_ID = r"(?P<public_id>[0-9a-f]{24})"

urlpatterns = [
    re_path(r"^bookings/?$", BookingsView.as_view()),
    re_path(rf"^bookings/{PUBLIC_ID}/?$", BookingView.as_view()),
    re_path(r"^config/paypal/?$", PayPalConfigView.as_view()),
    re_path(r"^webhooks/paypal/?$", PayPalWebhookView.as_view()),
    re_path(r"^orders/?$", OrderViewSet.as_view({"get": "list", "post": "create"})),
    re_path(r"^orders/quote/?$", OrderViewSet.as_view({"post": "quote"})),
    re_path(r"^orders/my_orders/?$", OrderViewSet.as_view({"get": "my_orders"})),
    re_path(r"^orders/export/?$", OrderExportView.as_view({"get": "export"})),
    re_path(r"^orders/sums/?$", StaffOrderViewSet.as_view({"get": "sums"})),
    re_path(r"^orders/attention/?$", StaffOrderViewSet.as_view({"get": "attention"})),
    re_path(rf"^orders/{PUBLIC_ID}/?$", OrderViewSet.as_view({"get": "retrieve"})),
    re_path(rf"^orders/{PUBLIC_ID}/paypal/?$", OrderViewSet.as_view({"post": "paypal"})),
    re_path(rf"^orders/{PUBLIC_ID}/pay/?$", OrderViewSet.as_view({"put": "pay"})),
    re_path(rf"^orders/{PUBLIC_ID}/cancel/?$", OrderViewSet.as_view({"post": "cancel"})),
    re_path(rf"^orders/{PUBLIC_ID}/deliver/?$", OrderViewSet.as_view({"put": "deliver"})),
    re_path(rf"^orders/{PUBLIC_ID}/refund/?$", OrderViewSet.as_view({"post": "refund"})),
    re_path(rf"^orders/{PUBLIC_ID}/refund/preview/?$", StaffOrderViewSet.as_view({"post": "refund_preview"})),
    re_path(rf"^orders/{PUBLIC_ID}/options/?$", OrderOptionsView.as_view()),
    re_path(rf"^orders/{PUBLIC_ID}/changes/?$", ChangesView.as_view()),
    re_path(rf"^orders/{PUBLIC_ID}/history/?$", StaffOrderViewSet.as_view({"get": "history"})),
    re_path(rf"^orders/{PUBLIC_ID}/decide/?$", StaffOrderViewSet.as_view({"post": "decide"})),
    re_path(rf"^orders/{PUBLIC_ID}/move/?$", StaffOrderViewSet.as_view({"post": "move"})),
    re_path(rf"^orders/{PUBLIC_ID}/refund-again/?$", StaffOrderViewSet.as_view({"post": "refund_again"})),
    re_path(r"^payments/unmatched/(?P<capture_id>[A-Za-z0-9-]{1,64})/refund/?$", UnmatchedPaymentView.as_view()),
    re_path(rf"^payments/alerts/{PUBLIC_ID}/resolve/?$", PaymentAlertView.as_view()),
    re_path(rf"^products/{PUBLIC_ID}/guests/?$", GuestListView.as_view()),
    re_path(rf"^products/{PUBLIC_ID}/guests/export/?$", GuestExportView.as_view()),
    re_path(rf"^products/{PUBLIC_ID}/messages/?$", DateMessagesView.as_view()),
    re_path(r"^waiting/leave/?$", LeaveByLinkView.as_view()),
    re_path(rf"^waiting/{PUBLIC_ID}/?$", WaitingEntryView.as_view()),
    re_path(r"^users/profile/data/?$", OwnDataView.as_view()),
    re_path(rf"^users/{PUBLIC_ID}/data/?$", UserDataView.as_view()),
    re_path(rf"^products/{PUBLIC_ID}/date-changes/?$", DateChangesView.as_view()),
    re_path(rf"^date-changes/{PUBLIC_ID}/?$", DateChangeView.as_view()),
    # Deleting an account and skipping or restoring a date concern orders, so both calls are here.
    re_path(r"^users/profile/?$", OwnAccountView.as_view({"get": "read", "put": "change", "delete": "delete_account"})),
    re_path(rf"^products/{PUBLIC_ID}/snooze/?$", SnoozeView.as_view({"post": "snooze"})),
    re_path(rf"^products/{PUBLIC_ID}/unsnooze/?$", SnoozeView.as_view({"post": "unsnooze"})),
]
