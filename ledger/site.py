"""A month of the public ledger as a spreadsheet."""

from collections.abc import Iterator
from decimal import Decimal

from django.http import HttpRequest, HttpResponseBase, HttpResponseNotFound
from django.urls import re_path
from django.views.decorators.http import require_safe

from charityshop.api.csv_export import Cell, csv_response
from ledger.calendar import parse_month
from ledger.selectors.months import MonthWithLines, get_month, has_month

HEADER = ("ID", "Date", "Kind", "Amount", "Text", "From", "Entered by", "Corrects")


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
        text, day = line.text, line.date.isoformat()
        yield [line.public_id, day, line.kind, line.amount, text, source, line.by, line.corrects]
    for kind, amount, text in list_sums(month):
        yield ["", month.month.last_day.isoformat(), kind, amount, text, "", "", ""]


def list_sums(month: MonthWithLines) -> Iterator[tuple[str, Decimal, str]]:
    yield "carried_in", month.carried_in, "Carried in"
    yield "received", month.sums.received, "Received"
    yield "costs", month.sums.costs, "Costs"
    yield "paid_out", month.sums.paid_out, "Paid out"
    yield "left", month.sums.left, "Left over this month"
    yield "carried_forward", month.carried_forward, "Carried forward"
    yield "sales_tax_held", month.tax_held, "Sales tax held"
    yield "sales_tax_paid", month.sums.tax_paid, "Sales tax paid"


urlpatterns = [re_path(r"^ledger/(?P<month>\d{4}-\d{2})\.csv$", ledger_spreadsheet)]
