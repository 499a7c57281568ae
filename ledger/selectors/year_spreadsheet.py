"""The accountant's year as a spreadsheet: each number of the page, with the months beside each other."""

from collections.abc import Iterator
from decimal import Decimal

from charityshop.api.csv_export import Cell
from ledger.selectors.year import Year

MEMBER_PRICES = "Member prices"
WITHOUT_DATE = "Money of no date"


def get_header(year: Year) -> list[str]:
    return ["Part", "Name", "Before", *map(str, year.months), "Total", "After"]


def list_rows(year: Year) -> Iterator[list[Cell]]:
    for account in year.accounts:
        yield [account.group, account.name, account.before, *account.months, account.total, account.after]
    for each in year.rates:
        name = format_rate(each.rate)
        yield ["net sales by rate", name, None, *each.sales, each.total_sales, None]
        yield ["sales tax by rate", name, None, *each.taxes, each.total_tax, None]
    for discount in year.discounts:
        yield list_total(year, "discounts", discount.code or MEMBER_PRICES, discount.amount)
    for place in year.places:
        yield list_total(
            year, "received by place", WITHOUT_DATE if place.place is None else place.place, place.received
        )


def list_total(year: Year, part: str, name: str, total: Decimal) -> list[Cell]:
    return [part, name, None, *(None for _ in year.months), total, None]


def format_rate(rate: Decimal) -> str:
    """Format as "15 %" or "8.25 %"."""
    return f"{(rate * 100).normalize():f} %"
