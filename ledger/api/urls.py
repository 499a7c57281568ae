"""Routes under /api for the public ledger."""

from django.urls import re_path

from ledger.api.views import JournalView, LedgerViewSet, MonthViewSet, SettlementView, YearExportView, YearView

MONTH = r"(?P<month>\d{4}-\d{2})"
PAYPAL_ID = r"(?P<paypal_id>[A-Za-z0-9_-]{1,64})"

urlpatterns = [
    re_path(r"^ledger/years/(?P<year>\d{4})/?$", YearView.as_view()),
    re_path(r"^ledger/years/(?P<year>\d{4})\.csv$", YearExportView.as_view()),
    re_path(r"^ledger/?$", LedgerViewSet.as_view({"get": "read"})),
    re_path(rf"^ledger/{MONTH}/?$", LedgerViewSet.as_view({"get": "read_month"})),
    re_path(rf"^ledger/{MONTH}/entries/?$", MonthViewSet.as_view({"post": "add_entry"})),
    re_path(rf"^ledger/{MONTH}/settlement/?$", SettlementView.as_view()),
    re_path(rf"^ledger/{MONTH}/settlement/{PAYPAL_ID}/explain/?$", MonthViewSet.as_view({"post": "explain"})),
    re_path(rf"^ledger/{MONTH}/close/?$", MonthViewSet.as_view({"post": "close"})),
    re_path(rf"^ledger/{MONTH}/journal\.csv$", JournalView.as_view()),
]
