"""A month of the public ledger as a spreadsheet."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponseBase, HttpResponseNotFound
from django.urls import re_path
from django.views.decorators.http import require_safe

from charityshop.api.csv_export import Cell, csv_response
from ledger.calendar import parse_month
from ledger.selectors.months import MonthWithLines, get_month, has_month

HEADER = ("ID", "Date", "Kind", "Amount", "Text", "From", "Corrects")


@require_safe
def ledger_spreadsheet(request: HttpRequest, month: str) -> HttpResponseBase:
    found = parse_month(month)
    if found is None or not has_month(found):
        return HttpResponseNotFound("Not found.", content_type="text/plain; charset=utf-8")
    shown = get_month(found).public
    name = f"ledger-{found}" if shown.closed_at else f"ledger-{found}-draft"
    return csv_response(name, HEADER, list_rows(shown))


def list_rows(month: MonthWithLines) -> Iterator[list[Cell]]:
    for line in month.lines:
        source = "the shop" if line.derived else "staff"
        yield [line.public_id, line.date.isoformat(), line.kind, line.amount, line.text, source, line.corrects]
    yield ["", month.month.last_day.isoformat(), "balance", month.balance, "", "", ""]


urlpatterns = [re_path(r"^ledger/(?P<month>\d{4}-\d{2})\.csv$", ledger_spreadsheet)]
