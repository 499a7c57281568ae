from django.urls import re_path

from orders.views import BookingsView, BookingView, OrderViewSet, PayPalConfigView, PayPalWebhookView

ORDER = r"(?P<public_id>[^/]+)"

urlpatterns = [
    re_path(r"^api/bookings/?$", BookingsView.as_view()),
    re_path(r"^api/bookings/(?P<public_id>[^/]+)/?$", BookingView.as_view()),
    re_path(r"^api/config/paypal/?$", PayPalConfigView.as_view()),
    re_path(r"^api/webhooks/paypal/?$", PayPalWebhookView.as_view()),
    re_path(r"^api/orders/?$", OrderViewSet.as_view({"get": "list", "post": "create"})),
    re_path(r"^api/orders/my_orders/?$", OrderViewSet.as_view({"get": "my_orders"})),
    re_path(rf"^api/orders/{ORDER}/?$", OrderViewSet.as_view({"get": "retrieve"})),
    re_path(rf"^api/orders/{ORDER}/paypal/?$", OrderViewSet.as_view({"post": "paypal"})),
    re_path(rf"^api/orders/{ORDER}/pay/?$", OrderViewSet.as_view({"put": "pay"})),
    re_path(rf"^api/orders/{ORDER}/cancel/?$", OrderViewSet.as_view({"post": "cancel"})),
    re_path(rf"^api/orders/{ORDER}/deliver/?$", OrderViewSet.as_view({"put": "deliver"})),
    re_path(rf"^api/orders/{ORDER}/refund/?$", OrderViewSet.as_view({"post": "refund"})),
]
