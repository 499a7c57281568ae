"""The route table. The browser app's page answers every path that nothing else claims."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from charityshop import views
from charityshop.api_docs import api_docs, api_schema
from charityshop.csp_reports import csp_report
from charityshop.errors import api_not_found

urlpatterns = [
    path("healthz", views.healthz),
    path("readyz", views.readyz),
    path("admin-console/", admin.site.urls),
    re_path(r"^api/schema/?$", api_schema, name="schema"),
    path("api/", include("orders.urls")),  # first: its way to snooze a date, which gives money back, is the one
    path("api/", include("bookings.urls")),
    path("api/", include("accounts.urls")),
    path("", include("bookings.page_urls")),
    path("", include("events.urls")),
    path("", include("orders.metrics_view")),
    re_path(r"^api/docs/?$", api_docs),
    re_path(r"^api/csp-report/?$", csp_report),
    re_path(r"^api(/.*)?$", api_not_found),
    path("admin-console", RedirectView.as_view(url="/admin-console/")),
    path("", include("charityshop.identity")),
    path("", include("charityshop.demo_mails")),
    path("", include("charityshop.pages")),
]
handler400 = "charityshop.views.bad_request"
handler403 = "charityshop.views.not_allowed"
handler404 = "charityshop.views.not_found"
handler500 = "charityshop.views.server_error"
