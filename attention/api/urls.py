"""URLs under /api for what needs the staff's attention."""

from django.urls import re_path

from attention.api.views import AttentionView, PaymentAlertView

urlpatterns = [
    re_path(r"^orders/attention/?$", AttentionView.as_view()),
    re_path(r"^payments/alerts/(?P<alert>[A-Za-z0-9-]{1,64})/resolve/?$", PaymentAlertView.as_view()),
]
