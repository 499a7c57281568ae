"""URLs under /api for payments and refunds."""

from django.urls import re_path

from payments.api.views import (
    OrderPaymentViewSet,
    PaymentAlertView,
    PayPalConfigView,
    PayPalWebhookView,
    StaffPaymentViewSet,
    UnmatchedPaymentView,
)

PUBLIC_ID = r"(?P<public_id>[0-9a-f]{24})"

urlpatterns = [
    re_path(r"^config/paypal/?$", PayPalConfigView.as_view()),
    re_path(r"^webhooks/paypal/?$", PayPalWebhookView.as_view()),
    re_path(r"^orders/attention/?$", StaffPaymentViewSet.as_view({"get": "attention"})),
    re_path(rf"^orders/{PUBLIC_ID}/paypal/?$", OrderPaymentViewSet.as_view({"post": "paypal"})),
    re_path(rf"^orders/{PUBLIC_ID}/pay/?$", OrderPaymentViewSet.as_view({"put": "pay"})),
    re_path(rf"^orders/{PUBLIC_ID}/refund/?$", OrderPaymentViewSet.as_view({"post": "refund"})),
    re_path(rf"^orders/{PUBLIC_ID}/refund/preview/?$", StaffPaymentViewSet.as_view({"post": "refund_preview"})),
    re_path(rf"^orders/{PUBLIC_ID}/decide/?$", StaffPaymentViewSet.as_view({"post": "decide"})),
    re_path(rf"^orders/{PUBLIC_ID}/refund-again/?$", StaffPaymentViewSet.as_view({"post": "refund_again"})),
    re_path(r"^payments/unmatched/(?P<capture_id>[A-Za-z0-9-]{1,64})/refund/?$", UnmatchedPaymentView.as_view()),
    re_path(r"^payments/alerts/(?P<alert>[A-Za-z0-9-]{1,64})/resolve/?$", PaymentAlertView.as_view()),
]
