"""Routes of the ledger outside /api. Its pages are in the browser app."""

from django.urls import re_path

from ledger.site.spreadsheet import ledger_spreadsheet

urlpatterns = [re_path(r"^ledger/(?P<month>\d{4}-\d{2})\.csv$", ledger_spreadsheet)]
