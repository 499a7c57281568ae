"""Routes under /api for the public ledger."""

from django.urls import re_path
from django.urls.resolvers import URLPattern

from ledger.api.views import (
    CloseView,
    EntriesView,
    ExplainView,
    JournalView,
    LedgerMonthView,
    LedgerView,
    SettlementView,
)

MONTH = r"(?P<month>\d{4}-\d{2})"
PAYPAL_ID = r"(?P<paypal_id>[A-Za-z0-9_-]{1,64})"

urlpatterns: list[URLPattern] = [
    re_path(r"^ledger/?$", LedgerView.as_view()),
    re_path(rf"^ledger/{MONTH}/?$", LedgerMonthView.as_view()),
    re_path(rf"^ledger/{MONTH}/entries/?$", EntriesView.as_view()),
    re_path(rf"^ledger/{MONTH}/settlement/?$", SettlementView.as_view()),
    re_path(rf"^ledger/{MONTH}/settlement/{PAYPAL_ID}/explain/?$", ExplainView.as_view()),
    re_path(rf"^ledger/{MONTH}/close/?$", CloseView.as_view()),
    re_path(rf"^ledger/{MONTH}/journal\.csv$", JournalView.as_view()),
]
