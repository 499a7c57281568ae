"""The root URLconf. The React app's page handles all paths that match no other route."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from charityshop.api.docs import SchemaView, api_docs
from charityshop.api.responses import api_not_found
from charityshop.views import healthz, readyz

urlpatterns = [
    path("healthz", healthz),
    path("readyz", readyz),
    path("admin-console/", admin.site.urls),
    re_path(r"^api/schema/?$", SchemaView.as_view(), name="schema"),
    path("api/", include("operations.api.urls")),
    path("api/", include("privacy.api.urls")),
    path("api/", include("recaps.api.urls")),
    path("api/", include("figures.api.urls")),
    path("api/", include("tables.api.urls")),
    path("api/", include("door.api.urls")),
    path("api/", include("giving.api.urls")),
    path("api/", include("ledger.api.urls")),
    path("api/", include("attention.api.urls")),
    path("api/", include("purchases.api.urls")),
    path("api/", include("changes.api.urls")),
    path("api/", include("notices.api.urls")),
    path("api/", include("discounts.api.urls")),
    path("api/", include("bookings.api.urls")),
    path("api/", include("events.api.urls")),
    path("api/", include("accounts.api.urls")),
    path("", include("tables.site")),
    path("", include("door.site")),
    path("", include("ledger.site")),
    path("", include("giving.site")),
    path("", include("bookings.site.urls")),
    path("", include("events.site")),
    path("", include("payments.site")),
    path("", include("notices.site")),
    path("", include("recaps.site")),
    re_path(r"^api/docs/?$", api_docs),
    re_path(r"^api(/.*)?$", api_not_found),
    path("admin-console", RedirectView.as_view(url="/admin-console/")),
    path("", include("charityshop.branding.views")),
    path("", include("outbox.mail.demo")),
    path("", include("charityshop.spa.routes")),
]
handler400 = "charityshop.views.bad_request"
handler403 = "charityshop.views.not_allowed"
handler404 = "charityshop.views.not_found"
handler500 = "charityshop.views.server_error"
