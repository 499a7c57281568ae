"""What is true of the books after every step, whatever happened; for generated histories."""

from collections.abc import Iterator
from decimal import Decimal

from ledger.selectors.months import list_months
from payments.selectors.revenue import list_months as list_revenue

SIGNS = {"tickets": 1, "gifts": 1, "shipping": 1, "return_fees": 1, "sales_tax": 1, "refunds": -1}


def find_other_revenue() -> Iterator[str]:
    """Check that each month's revenue is what the ledger's lines of that month add up to, without PayPal's fees."""
    revenue = {month.first_day: month.total.net for month in list_revenue()}
    lines = {
        month.month.first_day: sum((line.amount * SIGNS.get(line.kind, 0) for line in month.lines), Decimal(0))
        for month in list_months()
    }
    for first_day in sorted(revenue.keys() | lines.keys()):
        if revenue.get(first_day, 0) != lines.get(first_day, 0):
            yield f"{first_day:%B %Y}: the revenue is {revenue.get(first_day)}, and the lines are {lines[first_day]}."
