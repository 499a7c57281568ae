"""The figures as a spreadsheet, which leaves the shop: it states no number of fewer than five people.

It doesn't state what was raised: divided by what a seat raised, that tells how few had free seats.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from charityshop.api.csv_export import Cell
from figures.date_facts import Figures

HEADER = (
    "By",
    "Group",
    "Weekday",
    "Dates",
    "Canceled dates",
    "Seats",
    "Sold",
    "Came",
    "Didn't come",
    "Waited in vain",
    "Returning guests",
    "Days from sale to start (median)",
    "Raised per seat",
)
FEWEST = 5
FEW, NOT_MEASURED = f"< {FEWEST}", "not measured"
MONDAY = date(2024, 1, 1)


def list_rows(summary: Mapping[str, Any]) -> Iterator[list[Cell]]:
    for row in summary["formats"]:
        weekday = f"{MONDAY.replace(day=row['weekday'] + 1):%A}"
        yield ["format and weekday", row["format"], weekday, *list_cells(row["figures"])]
    for row in summary["events"]:
        yield ["event", row["name"], "", *list_cells(row["figures"])]
    for row in summary["months"]:
        yield ["month", row["month"], "", *list_cells(row["figures"])]


def list_cells(figures: Figures) -> list[Cell]:
    return [
        figures.dates,
        figures.canceled,
        figures.seats,
        hide_few(figures.sold),
        hide_few(figures.came, figures.did_not_come),
        hide_few(figures.did_not_come, figures.came),
        hide_few(figures.waited_in_vain),
        hide_few(figures.returning),
        None if figures.sold < FEWEST else figures.days_ahead,
        None if figures.paid_seats < FEWEST else figures.raised_per_seat,
    ]


def hide_few(people: int | None, others: int | None = None) -> Cell:
    """Return the number, unless it is small, or would tell how few the others are: both may add up to those sold."""
    if people is None:
        return NOT_MEASURED
    if people < FEWEST:
        return FEW
    return people if others is None or others >= FEWEST else f"> {people + others - FEWEST}"
